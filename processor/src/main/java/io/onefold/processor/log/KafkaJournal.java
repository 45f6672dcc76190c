package io.onefold.processor.log;

import io.onefold.operation.Origin;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** The journal in Kafka. An operation's events stand in one partition, among those of others. */
public final class KafkaJournal implements Journal {
  private static final Duration PATIENCE = Duration.ofSeconds(12);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int MOST_RECORDS = 2000;

  /** A record may carry a slightly older time than its event. */
  private static final long SLACK_MS = 1000;

  private final KafkaClients clients;
  private final String topic;
  private final AvroSerde<OperationEvent> serde;

  /** Reads the journal of these topics. */
  public KafkaJournal(KafkaClients clients, Topics topics, SchemaIds ids) {
    this.clients = clients;
    this.topic = topics.journal();
    this.serde = AvroSerde.of(OperationEvent.class, ids);
  }

  @Override
  public List<OperationEvent> events(String operationId, long fromMs, long untilSequence) {
    List<OperationEvent> events = new ArrayList<>();
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    try (Consumer<String, byte[]> consumer = clients.consumer(MOST_RECORDS)) {
      TopicPartition partition = assign(consumer, operationId);
      OffsetAndTimestamp start =
          consumer
              .offsetsForTimes(Map.of(partition, Math.max(0, fromMs - SLACK_MS)))
              .get(partition);
      if (start == null) {
        consumer.seekToBeginning(List.of(partition));
      } else {
        consumer.seek(partition, start.offset());
      }
      while (events.isEmpty() || events.getLast().getSequence() < untilSequence) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
          if (operationId.equals(record.key())) {
            events.add(serde.deserializer().deserialize(topic, record.value()));
          }
        }
        if (System.nanoTime() > giveUp) {
          throw new LogUnavailableException(
              "the journal of operation '%s' could not be read to event %d within %d s"
                  .formatted(operationId, untilSequence, PATIENCE.toSeconds()));
        }
      }
      return events;
    } catch (KafkaException e) {
      throw new LogUnavailableException("topic " + topic + " cannot be read", e);
    }
  }

  @Override
  public Tail tail(String operationId) {
    return new JournalTail(KafkaTail.atEnd(clients, topic, operationId));
  }

  private TopicPartition assign(Consumer<String, byte[]> consumer, String operationId) {
    return KafkaTail.assign(consumer, topic, operationId);
  }

  private final class JournalTail implements Tail {
    private final KafkaTail tail;

    JournalTail(KafkaTail tail) {
      this.tail = tail;
    }

    @Override
    public Optional<OperationEvent> causedBy(Origin cause, Duration atMost) {
      return tail.first(
          value -> {
            OperationEvent event = serde.deserializer().deserialize(topic, value);
            return Optional.of(event).filter(e -> KafkaTail.is(e.getCause(), cause));
          },
          atMost);
    }

    @Override
    public void close() {
      tail.close();
    }
  }
}
