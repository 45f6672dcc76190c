package io.onefold.processor.rebuild;

import io.onefold.topology.InputMark;
import io.onefold.topology.LogReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Where the reading of an input goes on: just after the last record that an event came of. All
 * before it was decided about, because a partition is read in order. Too early is harmless, too
 * late never happens: offsets of another cluster are not believed.
 */
final class Positions {
  private final LogReader log;

  Positions(LogReader log) {
    this.log = log;
  }

  /**
   * A position.
   *
   * @param offset of the next record to read
   * @param before the record before it
   * @param exact false if the events name other offsets than this cluster has, so that more than
   *     needed is read again
   */
  record Position(long offset, InputMark before, boolean exact) {}

  /** The position of an input, by the latest causes of its partition's events. */
  Position of(TopicPartition input, NavigableMap<Long, String> causes) {
    long first = log.first(input);
    long end = log.end(input);
    if (causes.isEmpty()) {
      return position(input, first, true);
    }
    long last = causes.lastKey();
    if (causes.firstKey() >= first && last < end && lieThere(input, causes)) {
      return position(input, last + 1, true);
    }
    if (first > 0) {
      // Records were deleted, the last one that was decided about perhaps among them: a later one
      // of its key may never have been read, nor those before it.
      return position(input, first, false);
    }
    // A mirror without the source's gaps: its first record of that key came no later than the last
    // one that was decided about.
    AtomicLong found = new AtomicLong(first - 1);
    byte[] key = causes.lastEntry().getValue().getBytes(StandardCharsets.UTF_8);
    log.read(
        input,
        first,
        end,
        record -> {
          boolean isIt = Arrays.equals(key, record.key());
          if (isIt) {
            found.set(record.offset());
          }
          return !isIt;
        });
    return position(input, found.get() + 1, false);
  }

  private boolean lieThere(TopicPartition input, NavigableMap<Long, String> causes) {
    Map<Long, String> there = new HashMap<>();
    log.read(
        input,
        causes.firstKey(),
        causes.lastKey() + 1,
        record -> {
          if (causes.containsKey(record.offset())) {
            there.put(record.offset(), key(record));
          }
          return true;
        });
    return there.equals(causes);
  }

  private static String key(ConsumerRecord<byte[], byte[]> record) {
    return record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
  }

  private Position position(TopicPartition input, long offset, boolean exact) {
    InputMark before =
        log.lastBefore(input, offset)
            .map(r -> InputMark.of(r.offset(), r.timestamp(), r.key(), r.value()))
            .orElse(InputMark.NOTHING);
    return new Position(offset, before, exact);
  }
}
