package io.onefold.processor.log;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.Escalation;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The escalations in Kafka, followed by a thread of their own. All open ones are kept in memory; of
 * the closed ones the {@value #MOST_CLOSED} that closed last. A look is behind the log by
 * milliseconds.
 */
public final class KafkaEscalations implements Escalations, AutoCloseable {
  /** Closed escalations that are kept. */
  static final int MOST_CLOSED = 50_000;

  private static final Logger LOG = LoggerFactory.getLogger(KafkaEscalations.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(3);
  private static final Duration FIRST_READ_PATIENCE = Duration.ofSeconds(10);

  private final KafkaClients clients;
  private final String topic;
  private final AvroSerde<Escalation> serde;
  private final ConcurrentSkipListMap<String, Escalation> newest = new ConcurrentSkipListMap<>();
  private final Deque<Escalation> closed = new ArrayDeque<>();
  private final Map<TopicPartition, Long> next = new HashMap<>();
  private final CountDownLatch readOnce = new CountDownLatch(1);
  private final Thread reader;
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile Optional<Consumer<String, byte[]>> reading = Optional.empty();

  /** Reads the escalations of these topics, from the start of this object on. */
  public KafkaEscalations(KafkaClients clients, Topics topics, SchemaIds ids) {
    this.clients = clients;
    this.topic = topics.escalations();
    this.serde = AvroSerde.of(Escalation.class, ids);
    this.reader = Thread.ofPlatform().daemon().name("onefold-escalations").unstarted(this::run);
  }

  /** Begins to read. */
  public void start() {
    reader.start();
  }

  @Override
  public List<Escalation> list(
      Status status, String after, int limit, Predicate<Escalation> wanted) {
    awaitFirstRead();
    Stream<Escalation> all = newest.tailMap(after, false).values().stream();
    return all.filter(e -> status == Status.ALL || e.getStatus().equals(status.name()))
        .filter(wanted)
        .limit(limit)
        .toList();
  }

  private void awaitFirstRead() {
    try {
      if (!readOnce.await(FIRST_READ_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new LogUnavailableException("topic " + topic + " has not been read to its end yet");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LogUnavailableException("interrupted while topic " + topic + " was read", e);
    }
  }

  // A lost broker or a topic that is not there yet only delays: reading goes on where it was, so
  // that no closed escalation is shown as open again meanwhile. A fault of another kind must not
  // end the thread either: the list would grow old without a word.
  private void run() {
    while (closing.getCount() > 0) {
      try (Consumer<String, byte[]> consumer = clients.consumer(1000)) {
        reading = Optional.of(consumer);
        follow(consumer);
      } catch (WakeupException e) {
        return;
      } catch (RuntimeException e) {
        LOG.warn("Topic {} cannot be read, trying again: {}", topic, e.toString());
        pause();
      }
    }
  }

  private void follow(Consumer<String, byte[]> consumer) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    partitions.stream()
        .filter(next::containsKey)
        .forEach(partition -> consumer.seek(partition, next.getOrDefault(partition, 0L)));
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (closing.getCount() > 0) {
      if (readOnce.getCount() > 0
          && ends.entrySet().stream()
              .allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
        readOnce.countDown();
      }
      consumer.poll(POLL).forEach(this::note);
    }
  }

  private void note(ConsumerRecord<String, byte[]> record) {
    next.put(new TopicPartition(topic, record.partition()), record.offset() + 1);
    try {
      Escalation escalation = serde.deserializer().deserialize(topic, record.value());
      if (escalation == null) {
        newest.remove(record.key());
        return;
      }
      newest.put(record.key(), escalation);
      if (escalation.getStatus().equals("CLOSED")) {
        closed.add(escalation);
        forgetOldest();
      }
    } catch (SerializationException e) {
      LOG.warn(
          "Record {} of partition {} of topic {} cannot be read and is not listed: {}",
          record.offset(),
          record.partition(),
          topic,
          e.getMessage());
    }
  }

  private void forgetOldest() {
    if (closed.size() > MOST_CLOSED) {
      Escalation oldest = closed.remove();
      newest.remove(oldest.getOperationId(), oldest);
    }
  }

  private void pause() {
    try {
      var unused = closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      closing.countDown();
    }
  }

  /** Ends the reading thread; waits for it a few seconds at most. */
  @Override
  public void close() {
    closing.countDown();
    reading.ifPresent(Consumer::wakeup);
    try {
      if (reader.isAlive()) {
        var unused = reader.join(CLOSE_PATIENCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
