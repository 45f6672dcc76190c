package io.onefold.crash;

/**
 * What a rolling restart does.
 *
 * @param perSecond new operations a second, 1 to 100; each partition gets its share of them
 * @param groupProtocol how the ledgers share the work: {@code streams} or {@code classic}
 * @param restarts how many workers, ledgers and brokers are restarted, one after the other, 1 to 3
 */
record RollingSettings(int perSecond, String groupProtocol, int restarts) {
  /** Of each topic: at 10 operations a second each gets one every 400 ms. */
  static final int PARTITIONS = 4;

  /** How many ledgers, workers and brokers there are. */
  static final int FLEET = 3;

  RollingSettings {
    CampaignSettings.checkLoad(perSecond, groupProtocol);
    if (restarts < 1 || restarts > FLEET) {
      throw new IllegalArgumentException(
          "restarts of each kind are " + restarts + ", but must be from 1 to " + FLEET);
    }
  }
}
