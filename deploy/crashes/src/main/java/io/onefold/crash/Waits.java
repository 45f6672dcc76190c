package io.onefold.crash;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How long keys of each partition waited, step by step. A partition that is not served shows as the
 * longest wait of what was sent to it meanwhile: with something sent every 200 ms, that is the time
 * without service to within 200 ms. Thread-safe.
 */
final class Waits {
  /** What is waited for. */
  enum Kind {
    /**
     * The first event of an intent in the journal, as a reader of committed records sees it, from
     * the moment in which the caller first tries.
     */
    JOURNAL("journal", true),
    /**
     * What comes next of an operation whose provider answers at once: its first event, each one
     * from the one before, and from the last one its receipt.
     */
    NEXT("next event", true),
    /** The receipt of such an operation, from the moment in which the caller first tries. */
    RECEIPT("receipt", false),
    /** The answer to a read of an operation, by whichever instance gives it. */
    READ("read", true);

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

    /**
     * Whether it is one wait, in which a key is not served; the time to a receipt is the sum of
     * several.
     */
    boolean bounded() {
      return bounded;
    }
  }

  /**
   * All waits of one kind that ended in one step.
   *
   * @param longest the longest
   * @param partition of the longest
   * @param median the middle one; the upper of two
   * @param number how many
   */
  record Summary(Duration longest, int partition, Duration median, int number) {}

  private record Key(Kind kind, String id) {}

  private record Open(int partition, long sinceNanos) {}

  private record Wait(int partition, Duration time) {}

  private final LongSupplier nanos;
  private final Map<Key, Open> open = new HashMap<>();
  private Map<Kind, List<Wait>> step = new HashMap<>();

  /**
   * Nothing waits yet.
   *
   * @param nanos a clock as {@link System#nanoTime}
   */
  Waits(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Somebody begins to wait. */
  synchronized void begun(Kind kind, String id, int partition) {
    open.put(new Key(kind, id), new Open(partition, nanos.getAsLong()));
  }

  /** The wait is over, and one for what comes next begins; nothing happens if nobody waited. */
  synchronized void passed(Kind kind, String id) {
    Key key = new Key(kind, id);
    Open was = open.get(key);
    if (was != null) {
      add(kind, was);
      open.put(key, new Open(was.partition(), nanos.getAsLong()));
    }
  }

  /** The wait is over; nothing happens if nobody waited. */
  synchronized void ended(Kind kind, String id) {
    Open was = open.remove(new Key(kind, id));
    if (was != null) {
      add(kind, was);
    }
  }

  private void add(Kind kind, Open was) {
    step.computeIfAbsent(kind, any -> new ArrayList<>()).add(new Wait(was.partition(), since(was)));
  }

  private Duration since(Open was) {
    return Duration.ofNanos(nanos.getAsLong() - was.sinceNanos());
  }

  /** How long the one has waited that waits longest now; zero if nobody does. */
  synchronized Duration oldest(Kind kind) {
    return open.entrySet().stream()
        .filter(each -> each.getKey().kind() == kind)
        .map(each -> since(each.getValue()))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /**
   * Ends a step: what ended since the step before belongs to it, and what still waits goes on into
   * the next.
   *
   * @return empty for a kind of which nothing ended
   */
  synchronized Map<Kind, Summary> cut() {
    Map<Kind, Summary> summaries = new HashMap<>();
    step.forEach((kind, waits) -> summarise(waits).ifPresent(sum -> summaries.put(kind, sum)));
    step = new HashMap<>();
    return summaries;
  }

  /** What still waits counts as having waited until now, and is forgotten. */
  synchronized void giveUp() {
    open.forEach((key, was) -> add(key.kind(), was));
    open.clear();
  }

  private static Optional<Summary> summarise(List<Wait> waits) {
    List<Wait> sorted = waits.stream().sorted(Comparator.comparing(Wait::time)).toList();
    if (sorted.isEmpty()) {
      return Optional.empty();
    }
    Wait longest = sorted.getLast();
    return Optional.of(
        new Summary(
            longest.time(),
            longest.partition(),
            sorted.get(sorted.size() / 2).time(),
            sorted.size()));
  }
}
