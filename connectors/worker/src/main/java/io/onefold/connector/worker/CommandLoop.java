package io.onefold.connector.worker;

import io.onefold.schema.Command;
import io.onefold.schema.RegistryException;
import io.onefold.tracing.LogFields;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads commands and drives the core. One thread calls it; that thread never waits for a
 * destination, so the group never loses a worker to a slow call.
 */
final class CommandLoop {
  /** Longest wait for records; also how late a timer of the core may be. */
  static final Duration POLL = Duration.ofMillis(50);

  /** Time between two commits of offsets. */
  static final Duration COMMIT_EVERY = Duration.ofSeconds(1);

  /** Pause after a failure, so that a lasting one does not spin. */
  static final Duration PAUSE = Duration.ofSeconds(1);

  private static final String UNREADABLE = "UNREADABLE_RECORD";
  private static final String FAILED = "HANDLING_FAILED";

  private static final Duration LAST_COMMIT = Duration.ofSeconds(2);
  private static final Logger LOG = LoggerFactory.getLogger(CommandLoop.class);

  private final Consumer<byte[], byte[]> consumer;
  private final String topic;
  private final CommandReader reader;
  private final WorkerCore core;
  private final Reporter reporter;
  private final Inbox inbox;
  private final WorkerClock clock;
  private final WorkerMetrics metrics;
  private final ReadingUp readingUp = new ReadingUp();
  private long committedAt;
  private boolean pauseNext;

  CommandLoop(
      Consumer<byte[], byte[]> consumer,
      String topic,
      CommandReader reader,
      WorkerCore core,
      Reporter reporter,
      Inbox inbox,
      WorkerClock clock,
      WorkerMetrics metrics) {
    this.consumer = consumer;
    this.topic = topic;
    this.reader = reader;
    this.core = core;
    this.reporter = reporter;
    this.inbox = inbox;
    this.clock = clock;
    this.metrics = metrics;
    this.committedAt = clock.nanos();
  }

  void subscribe() {
    consumer.subscribe(List.of(topic), new Assignment());
  }

  /** One round: read, hand over what other threads finished, let time pass, commit. */
  void turn() throws InterruptedException {
    if (pauseNext) {
      pauseNext = false;
      inbox.drain(PAUSE);
    }
    try {
      ConsumerRecords<byte[], byte[]> records = poll();
      records.partitions().forEach(partition -> handle(partition, records.records(partition)));
      readingUp.check();
    } catch (WakeupException woken) {
      // Somebody posted; it is drained below.
    } catch (InvalidOffsetException lost) {
      readAgain(lost.partitions());
    } catch (KafkaException failure) {
      failed("reading commands", failure);
    }
    try {
      settle();
    } catch (RuntimeException bug) {
      // One operation's trouble must not end the worker: all others still depend on it.
      failed("handling what has happened", bug);
    }
    metrics.turned();
  }

  private void settle() {
    inbox.drain();
    reporter.tick();
    core.tick();
    if (clock.nanos() - committedAt >= COMMIT_EVERY.toNanos()) {
      committedAt = clock.nanos();
      commit();
    }
  }

  /** Commits what was finished and leaves the group, so that other workers take over at once. */
  void leave() {
    commitNow();
    try {
      consumer.unsubscribe();
    } catch (KafkaException failure) {
      failed("leaving the group", failure);
    }
  }

  private ConsumerRecords<byte[], byte[]> poll() {
    if (!inbox.mayWait()) {
      return consumer.poll(Duration.ZERO);
    }
    try {
      return consumer.poll(POLL);
    } finally {
      inbox.waited();
    }
  }

  private void handle(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
    for (ConsumerRecord<byte[], byte[]> bytes : records) {
      try {
        handle(bytes);
      } catch (RegistryException unavailable) {
        // The record may be fine. Everything of the partition waits until its schema can be had.
        consumer.seek(partition, bytes.offset());
        failed("fetching the schema of a command", unavailable);
        return;
      }
      core.readTo(bytes.partition(), bytes.offset() + 1);
    }
  }

  private void handle(ConsumerRecord<byte[], byte[]> bytes) {
    switch (reader.read(bytes)) {
      case CommandReader.Read.Understood understood -> handle(bytes, understood.command());
      case CommandReader.Read.Unreadable unreadable ->
          setAside(bytes, UNREADABLE, unreadable.error());
    }
  }

  private void handle(ConsumerRecord<byte[], byte[]> bytes, Command command) {
    String id = command.getOperationId();
    reporter.trails().read(id, bytes.topic(), bytes.headers());
    Position position = new Position(bytes.partition(), bytes.offset());
    try {
      LogFields.during(id, command.getDestination(), () -> core.handle(command, position));
    } catch (RuntimeException bug) {
      LOG.error("Handling a command of operation {} failed", command.getOperationId(), bug);
      setAside(bytes, FAILED, "handling it failed with " + bug.getClass().getName());
    }
  }

  private void setAside(ConsumerRecord<byte[], byte[]> bytes, String reason, String error) {
    Position position = new Position(bytes.partition(), bytes.offset());
    LOG.warn("Set the record at {} of {} aside: {}", position, bytes.topic(), error);
    metrics.count(WorkerMetrics.Counter.DEAD_LETTERS);
    core.hold(position);
    reporter.deadLetter(bytes, reason, error, () -> core.release(position));
  }

  private void readAgain(Set<TopicPartition> partitions) {
    LOG.warn(
        "No committed offset is left for {}; reading from the first record. This is ordinary only"
            + " at a first start. It is safe, because an attempt is granted once.",
        partitions);
    metrics.count(WorkerMetrics.Counter.OFFSET_RESETS, partitions.size());
    consumer.seekToBeginning(partitions);
  }

  private void failed(String doing, RuntimeException failure) {
    metrics.count(WorkerMetrics.Counter.LOOP_FAILURES);
    LOG.error("Failure while {}, going on in {}", doing, PAUSE, failure);
    pauseNext = true;
  }

  private void commit() {
    Map<TopicPartition, OffsetAndMetadata> due = due();
    if (!due.isEmpty()) {
      consumer.commitAsync(due, (offsets, failure) -> committed(offsets, failure));
    }
  }

  private void commitNow() {
    Map<TopicPartition, OffsetAndMetadata> due = due();
    if (due.isEmpty()) {
      return;
    }
    try {
      commitWithoutWake(due);
      committed(due, null);
    } catch (KafkaException failure) {
      // What is not committed is read again, which costs time and nothing else.
      LOG.info("Could not commit the last offsets: {}", failure.toString());
    }
  }

  /** A wake that was meant for the poll may arrive here; it comes once. */
  private void commitWithoutWake(Map<TopicPartition, OffsetAndMetadata> due) {
    inbox.waited();
    try {
      consumer.commitSync(due, LAST_COMMIT);
    } catch (WakeupException late) {
      consumer.commitSync(due, LAST_COMMIT);
    }
  }

  private void committed(
      Map<TopicPartition, OffsetAndMetadata> offsets,
      @org.jspecify.annotations.Nullable Exception failure) {
    if (failure == null) {
      offsets.forEach((part, offset) -> core.committed(part.partition(), offset.offset()));
    } else if (failure instanceof RetriableException
        || failure instanceof RebalanceInProgressException) {
      // Ordinary while partitions move between workers.
      LOG.debug("Could not commit offsets yet: {}", failure.toString());
    } else {
      LOG.warn("Could not commit offsets, will try again: {}", failure.toString());
    }
  }

  private Map<TopicPartition, OffsetAndMetadata> due() {
    Map<TopicPartition, OffsetAndMetadata> due = new HashMap<>();
    core.offsetsDue()
        .forEach(
            (partition, offset) ->
                due.put(new TopicPartition(topic, partition), new OffsetAndMetadata(offset)));
    return due;
  }

  /** Follows which partitions are this worker's. */
  private final class Assignment implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      partitions.forEach(partition -> core.assigned(partition.partition()));
      readingUp.begin(partitions);
      metrics.assigned(consumer.assignment().size());
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      inbox.drain();
      commitNow();
      drop(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      drop(partitions);
      metrics.unassigned();
    }

    private void drop(Collection<TopicPartition> partitions) {
      core.revoked(partitions.stream().map(TopicPartition::partition).collect(Collectors.toSet()));
      readingUp.end(partitions);
    }
  }

  /** Finds out when a partition was read to what was its end when it was assigned. */
  private final class ReadingUp {
    private static final long UNKNOWN = -1;
    private final Map<TopicPartition, Long> ends = new HashMap<>();

    private void begin(Collection<TopicPartition> partitions) {
      partitions.forEach(partition -> ends.put(partition, UNKNOWN));
    }

    private void end(Collection<TopicPartition> partitions) {
      partitions.forEach(ends::remove);
    }

    private void check() {
      ends.entrySet().removeIf(each -> isRead(each.getKey(), each));
    }

    private boolean isRead(TopicPartition partition, Map.Entry<TopicPartition, Long> end) {
      OptionalLong lag = consumer.currentLag(partition);
      if (lag.isEmpty()) {
        return false;
      }
      long position = consumer.position(partition);
      if (end.getValue() == UNKNOWN) {
        end.setValue(position + lag.getAsLong());
      }
      if (position < end.getValue()) {
        return false;
      }
      // Also an empty partition gets a committed offset, so that a missing one means something.
      core.readTo(partition.partition(), position);
      core.readUp(partition.partition());
      return true;
    }
  }
}
