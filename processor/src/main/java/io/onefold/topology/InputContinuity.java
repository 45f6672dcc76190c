package io.onefold.topology;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Compares what a partition has read of an input with where it would go on. */
record InputContinuity(Gaps gaps) {
  /** An older position is harmless: what is read again is answered from the state. */
  void check(TopicPartition input, long position, MarkKeeper marks, LogReader log) {
    Optional<InputMark> before = log.lastBefore(input, position).map(InputContinuity::mark);
    Optional<InputMark> read = marks.marks().read(input.topic());
    if (read.isEmpty()) {
      // Nothing came since marks are made: from here on nothing may be skipped.
      marks.change(m -> m.read(input.topic(), before.orElse(InputMark.NOTHING)));
      return;
    }
    InputMark last = read.orElseThrow();
    if (before.isEmpty() || before.orElseThrow().isRecordOf(last)) {
      return;
    }
    boolean nothingRead = last.equals(InputMark.NOTHING);
    if (nothingRead || !isAhead(input, position, last, log)) {
      throw skips(input, position, last);
    }
  }

  private static boolean isAhead(
      TopicPartition input, long position, InputMark last, LogReader log) {
    // What was read is before every open transaction, one of this thread's own among them.
    long end = log.committedEnd(input);
    long was = last.offset();
    // It lies where it lay, but in a mirror: only there all of the backlog must be looked through.
    return (was >= position && was < end && isBetween(input, was, was + 1, last, log))
        || isBetween(input, position, end, last, log);
  }

  private static boolean isBetween(
      TopicPartition input, long from, long to, InputMark last, LogReader log) {
    AtomicBoolean found = new AtomicBoolean();
    log.read(
        input,
        from,
        to,
        record -> {
          found.set(mark(record).isRecordOf(last));
          return !found.get();
        });
    return found.get();
  }

  /** The mark of a record. */
  private static InputMark mark(ConsumerRecord<byte[], byte[]> record) {
    return InputMark.of(record.offset(), record.timestamp(), record.key(), record.value());
  }

  private StateGapException skips(TopicPartition input, long position, InputMark last) {
    String read =
        last.equals(InputMark.NOTHING)
            ? "the state has seen no record of it"
            : "the newest record that the state has seen lay at offset %d and is not found from there on"
                .formatted(last.offset());
    return gaps.in(
        input.partition(),
        "group %s stands at offset %d of %s, but %s: records would be skipped"
            .formatted(gaps.applicationId(), position, input, read));
  }
}
