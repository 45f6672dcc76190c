package io.onefold.example;

import io.micronaut.configuration.kafka.KafkaAcknowledgement;
import jakarta.inject.Singleton;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Takes a record on: reads it, has the work done, and only then acknowledges it.
 *
 * <p>Records are read here and not by the Kafka client, so that an unreadable one is still at hand
 * with its bytes, and is told from a schema registry that does not answer: that exception goes
 * through, as each of the work does, and the record comes again.
 */
@Singleton
final class Intake {
  private final DeadLetters deadLetters;

  Intake(DeadLetters deadLetters) {
    this.deadLetters = deadLetters;
  }

  /**
   * Takes a record on.
   *
   * @throws RuntimeException if it must come again; it is not acknowledged
   */
  <T> void take(
      ConsumerRecord<String, byte[]> record,
      KafkaAcknowledgement acknowledgement,
      Deserializer<T> deserializer,
      Consumer<T> work) {
    T value;
    try {
      value = deserializer.deserialize(record.topic(), record.value());
    } catch (SerializationException e) {
      String origin = record.topic() + "-" + record.partition() + "@" + record.offset();
      deadLetters.keep(record.key(), record.value(), origin, String.valueOf(e.getMessage()));
      acknowledgement.ack();
      return;
    }
    // Compaction deletes by records without a value; they ask for nothing.
    if (value != null) {
      work.accept(value);
    }
    acknowledgement.ack();
  }
}
