package io.onefold.crash;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One step of a rolling restart, from its beginning to that of the next, and how long keys waited
 * in it.
 *
 * @param kind what was done
 * @param name to whom
 * @param stopping from the signal to the end of the process; empty if none was stopped
 * @param starting from the start of the process until it was ready; empty if none was started
 * @param waits what ended in it
 */
record RollingStep(
    Kind kind,
    String name,
    Optional<Duration> stopping,
    Optional<Duration> starting,
    Map<Waits.Kind, Waits.Summary> waits) {

  RollingStep {
    waits = Collections.unmodifiableMap(new TreeMap<>(waits));
  }

  /** What is done in a step. */
  enum Kind {
    UNDISTURBED("nothing", true),
    WORKER("restart of a worker", true),
    LEDGER("restart of a ledger", true),
    BROKER("restart of a broker", true),
    MORE("one more", true),
    FEWER("one fewer", true),
    /** Only measured: the group waits for the dead one until its session is over. */
    KILL("kill -9 and restart of a ledger", false);

    private final String words;
    private final boolean bounded;

    Kind(String words, boolean bounded) {
      this.words = words;
      this.bounded = bounded;
    }

    /** For people. */
    String words() {
      return words;
    }

    /** Whether a key may wait for {@link RollingRun#MOST} only. */
    boolean bounded() {
      return bounded;
    }
  }

  /** The longest wait of this kind; zero if nobody waited. */
  Duration longest(Waits.Kind what) {
    return Optional.ofNullable(waits.get(what)).map(Waits.Summary::longest).orElse(Duration.ZERO);
  }
}
