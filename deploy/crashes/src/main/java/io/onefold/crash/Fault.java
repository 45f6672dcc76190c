package io.onefold.crash;

import java.time.Duration;
import java.util.List;

/** What is done to a process that stands at a point. */
enum Fault {
  KILL("kill -9", true, Duration.ZERO),
  WIPE("kill -9, its state folder deleted", true, Duration.ZERO),
  STOP("ordinary stop (SIGTERM), then started again", false, Duration.ZERO),
  PAUSE("SIGSTOP, shorter than a lease", false, Duration.ofMillis(1500)),
  LONG_PAUSE(
      "SIGSTOP, longer than lease and settle, a group's session, a transaction",
      false,
      Duration.ofSeconds(13)),
  STALL("that thread alone held, longer than lease and settle", false, Duration.ofSeconds(9)),
  CUT_KAFKA("its connections to Kafka reset and refused", false, Duration.ofSeconds(4)),
  LONG_CUT_KAFKA(
      "its connections to Kafka silent, longer than a session and a transaction",
      false,
      Duration.ofSeconds(12)),
  CUT_PROVIDER("its connections to the provider reset and refused", false, Duration.ofSeconds(3)),
  BOUNCE("the broker killed (-9) and started again", false, Duration.ZERO);

  private final String words;
  private final boolean kill;
  private final Duration duration;

  Fault(String words, boolean kill, Duration duration) {
    this.words = words;
    this.kill = kill;
    this.duration = duration;
  }

  /** For people. */
  String words() {
    return words;
  }

  /** True if it is a kill of the process that stands at the point. */
  boolean isKill() {
    return kill;
  }

  /** How long it lasts; zero where it is over at once. */
  Duration duration() {
    return duration;
  }

  /** The faults besides the kill that make sense at a point. */
  static List<Fault> others(Point point) {
    if (point.phase() != Point.Phase.RUNNING) {
      return List.of(KILL);
    }
    if (point.wire().isPresent()) {
      // Bytes held here longer than settle would be a network that the contract rules out.
      return List.of(CUT_PROVIDER, PAUSE, LONG_PAUSE, BOUNCE);
    }
    return point.role() == Role.LEDGER
        ? List.of(WIPE, PAUSE, WIPE, CUT_KAFKA, LONG_PAUSE, WIPE, STOP, LONG_CUT_KAFKA, BOUNCE)
        : List.of(PAUSE, CUT_PROVIDER, LONG_PAUSE, CUT_KAFKA, STALL, STOP, LONG_CUT_KAFKA, BOUNCE);
  }
}
