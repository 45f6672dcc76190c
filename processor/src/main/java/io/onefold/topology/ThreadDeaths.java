package io.onefold.topology;

import io.onefold.schema.RegistryException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Whether a stream thread that died is replaced, or the instance has to stop. Thread-safe. */
final class ThreadDeaths {
  /**
   * A thread that dies of a passing fault is replaced; threads that die this often within {@link
   * #CALM} show a lasting one. Without that limit of time an instance would end of the faults of
   * many months.
   */
  static final int MOST_REPLACED = 5;

  static final Duration CALM = Duration.ofMinutes(10);

  private final Deque<Long> deaths = new ArrayDeque<>();

  /**
   * A store may have been restored a moment before its last owner's transaction was marked as
   * committed. So the first refusal of a partition is looked at again by another thread; a second
   * one lasts.
   */
  private final Map<Integer, Long> refusals = new HashMap<>();

  /** What is to be done. */
  sealed interface Verdict {}

  /**
   * Another thread does it again.
   *
   * @param afterPause if nothing has waited yet for what did not answer
   */
  record Replace(boolean afterPause) implements Verdict {}

  /**
   * Nothing will change by itself.
   *
   * @param why for the log
   * @param failure what the instance ended of
   */
  record Stop(String why, Throwable failure) implements Verdict {}

  /** Judges one death at a time of {@link System#nanoTime}. */
  synchronized Verdict judge(Throwable death, long nowNanos) {
    Optional<StartRefusedException> refused = cause(StartRefusedException.class, death);
    if (refused.orElse(null) instanceof StateGapException gap) {
      if (isRepeated(gap.partition(), nowNanos)) {
        return new Stop(String.valueOf(gap.getMessage()), gap);
      }
    } else if (refused.isPresent()) {
      // Kafka did not answer for half a minute, and the next thread waits as long: no spinning.
      return new Replace(false);
    }
    // Its records are readable as soon as it answers, and there is nothing to mend here.
    if (cause(RegistryException.class, death).filter(RegistryException::isRetriable).isPresent()) {
      return new Replace(true);
    }
    return isLasting(nowNanos) ? new Stop("stream threads keep dying", death) : new Replace(false);
  }

  private static <T extends Throwable> Optional<T> cause(Class<T> kind, Throwable death) {
    for (Throwable cause = death; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return Optional.of(kind.cast(cause));
      }
    }
    return Optional.empty();
  }

  private boolean isRepeated(int partition, long nowNanos) {
    Long before = refusals.put(partition, nowNanos);
    return before != null && nowNanos - before < CALM.toNanos();
  }

  private boolean isLasting(long nowNanos) {
    deaths.removeIf(before -> nowNanos - before > CALM.toNanos());
    deaths.add(nowNanos);
    return deaths.size() > MOST_REPLACED;
  }
}
