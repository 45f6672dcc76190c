package io.onefold.crash;

import java.time.Duration;
import java.util.List;

/**
 * What a campaign does.
 *
 * @param kills it ends when so many processes were killed at points
 * @param atMost it ends after so long in any case, except for waiting until everything has ended
 * @param points the points that are struck
 * @param fleets the fleets, one after the other; the time and the kills are shared out evenly
 * @param perSecond new operations a second
 * @param groupProtocol how the ledgers share the work: {@code streams} or {@code classic}
 * @param brokerKills whether the broker is killed now and then
 * @param seed of every choice
 */
record CampaignSettings(
    int kills,
    Duration atMost,
    List<Point> points,
    List<Fleet> fleets,
    int perSecond,
    String groupProtocol,
    boolean brokerKills,
    long seed) {
  /** Most instances of each kind. */
  static final int MOST = 3;

  /** One, two and three ledgers, and workers that become more and fewer. */
  static final List<Fleet> ALL_FLEETS =
      List.of(new Fleet(1, 2), new Fleet(2, 3), new Fleet(3, 3), new Fleet(1, 3));

  CampaignSettings {
    points = List.copyOf(points);
    fleets = List.copyOf(fleets);
    require(!points.isEmpty() && !fleets.isEmpty(), "points and fleets must not be empty");
    require(kills >= 1, "kills are " + kills + ", but must be at least 1");
    require(atMost.isPositive(), "the longest time is " + atMost + ", but must be above zero");
    checkLoad(perSecond, groupProtocol);
  }

  /** Says what is wrong with these two, if anything is. */
  static void checkLoad(int perSecond, String groupProtocol) {
    require(
        perSecond >= 1 && perSecond <= 100,
        "operations a second are " + perSecond + ", but must be from 1 to 100");
    require(
        List.of("streams", "classic").contains(groupProtocol),
        "the group protocol is " + groupProtocol + ", but must be streams or classic");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /**
   * How many processes there are.
   *
   * @param ledgers ledger instances, 1 to 3
   * @param workers workers, 1 to 3
   */
  record Fleet(int ledgers, int workers) {
    /** {@code 2 ledgers, 3 workers}. */
    String words() {
      return ledgers
          + (ledgers == 1 ? " ledger, " : " ledgers, ")
          + workers
          + (workers == 1 ? " worker" : " workers");
    }
  }
}
