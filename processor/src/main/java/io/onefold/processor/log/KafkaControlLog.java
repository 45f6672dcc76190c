package io.onefold.processor.log;

import io.onefold.operation.Origin;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** The topic of destinations in Kafka, read in the partition that a name belongs to. */
public final class KafkaControlLog implements ControlLog {
  private static final Duration PATIENCE = Duration.ofSeconds(12);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int MOST_RECORDS = 2000;

  private final KafkaClients clients;
  private final String topic;
  private final AvroSerde<DestinationRecord> serde;

  /** Reads what these topics hold of destinations. */
  public KafkaControlLog(KafkaClients clients, Topics topics, SchemaIds ids) {
    this.clients = clients;
    this.topic = topics.destinations();
    this.serde = AvroSerde.of(DestinationRecord.class, ids);
  }

  @Override
  public List<DestinationEvent> events(String destination, long untilSequence) {
    List<DestinationEvent> events = new ArrayList<>();
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    try (Consumer<String, byte[]> consumer = clients.consumer(MOST_RECORDS)) {
      TopicPartition partition = KafkaTail.assign(consumer, topic, destination);
      consumer.seekToBeginning(List.of(partition));
      while (events.isEmpty() || events.getLast().getSequence() < untilSequence) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
          if (destination.equals(record.key())) {
            event(record.value()).filter(e -> isNext(e, events)).ifPresent(events::add);
          }
        }
        if (System.nanoTime() > giveUp) {
          throw new LogUnavailableException(
              "the events of destination '%s' could not be read to event %d within %d s"
                  .formatted(destination, untilSequence, PATIENCE.toSeconds()));
        }
      }
      return events;
    } catch (KafkaException e) {
      throw new LogUnavailableException("topic " + topic + " cannot be read", e);
    }
  }

  /** A record that was written again later is no further event. */
  private static boolean isNext(DestinationEvent event, List<DestinationEvent> before) {
    return before.isEmpty() || event.getSequence() == before.getLast().getSequence() + 1;
  }

  private Optional<DestinationEvent> event(byte[] value) {
    return serde.deserializer().deserialize(topic, value).getFact() instanceof DestinationEvent e
        ? Optional.of(e)
        : Optional.empty();
  }

  @Override
  public Tail tail(String destination) {
    KafkaTail tail = KafkaTail.atEnd(clients, topic, destination);
    return new Tail() {
      @Override
      public Optional<DestinationEvent> causedBy(Origin cause, Duration atMost) {
        return tail.first(
            value -> event(value).filter(e -> KafkaTail.is(e.getCause(), cause)), atMost);
      }

      @Override
      public void close() {
        tail.close();
      }
    };
  }
}
