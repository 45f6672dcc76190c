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
  /** One, two and three ledgers, and workers that become more and fewer. */
  static final List<Fleet> ALL_FLEETS =
      List.of(new Fleet(1, 2), new Fleet(2, 3), new Fleet(3, 3), new Fleet(1, 3));

  CampaignSettings {
    points = List.copyOf(points);
    fleets = List.copyOf(fleets);
    if (points.isEmpty() || fleets.isEmpty() || kills < 1 || perSecond < 1 || perSecond > 100) {
      throw new IllegalArgumentException(
          "a campaign needs a point, a fleet, a kill and 1 to 100 operations a second");
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
