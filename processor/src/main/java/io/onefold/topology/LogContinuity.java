package io.onefold.topology;

import io.onefold.schema.SchemaIds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a partition has stored with the end of its journal and with the positions of its
 * inputs. Within one cluster they agree by their transaction; a mirror copies each topic for
 * itself, and people set offsets. See decision 0021. Thread-safe.
 */
final class LogContinuity implements Continuity, AutoCloseable {
  private final LedgerSettings settings;
  private final Gaps gaps;
  private final JournalContinuity journal;
  private final Function<Predicate<TopicPartition>, Map<TopicPartition, Long>> positions;
  private final AtomicReference<@Nullable LogReader> opened = new AtomicReference<>();

  /**
   * @param positions what the group has committed, asked anew each time
   */
  LogContinuity(
      LedgerSettings settings,
      SchemaIds ids,
      Function<Predicate<TopicPartition>, Map<TopicPartition, Long>> positions) {
    this.settings = settings;
    this.gaps = new Gaps(settings.applicationId());
    this.journal = new JournalContinuity(settings.topics(), gaps, ids);
    this.positions = positions;
  }

  @Override
  public synchronized void check(int partition, StreamsStore store) {
    List<String> inputs = settings.topics().inputs();
    Optional<String> rebuilding = store.marks().rebuilding();
    if (rebuilding.isPresent()) {
      throw gaps.in(
          partition,
          "a rebuild that began at %s has not ended".formatted(rebuilding.orElseThrow()));
    }
    LogReader log = log();
    try {
      journal.check(partition, store, log, log::committedEnd);
    } catch (StateGapException e) {
      // The last owner may have committed what is not marked as committed everywhere yet.
      journal.check(partition, store, log, log::end);
    }
    new StoreContinuity(gaps).check(partition, store);
    Map<TopicPartition, Long> committed =
        positions.apply(from -> from.partition() == partition && inputs.contains(from.topic()));
    for (String input : inputs) {
      TopicPartition from = new TopicPartition(input, partition);
      Long position = committed.get(from);
      if (position != null) {
        new InputContinuity(gaps).check(from, position, store.marks(), log);
      }
    }
  }

  private LogReader log() {
    LogReader log = opened.get();
    if (log == null) {
      log = new LogReader(settings.cluster());
      opened.set(log);
    }
    return log;
  }

  @Override
  public synchronized void close() {
    LogReader log = opened.getAndSet(null);
    if (log != null) {
      log.close();
    }
  }
}
