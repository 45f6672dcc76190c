package io.onefold.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

class IntakeTest {
  private final List<String> seen = new ArrayList<>();

  private void take(DeadLetters deadLetters, Deserializer<String> reader, Consumer<String> work) {
    byte[] value = "value".getBytes(StandardCharsets.UTF_8);
    new Intake(deadLetters)
        .take(
            new ConsumerRecord<>("topic", 2, 5, "key", value),
            () -> seen.add("acknowledged"),
            reader,
            work);
  }

  private RecordMetadata keep(String key, byte[] value, String origin, String problem) {
    seen.add(String.join(" ", key, new String(value, StandardCharsets.UTF_8), origin, problem));
    return new RecordMetadata(new TopicPartition("dead-letters", 0), 0, 0, 0, 0, 0);
  }

  private static String unreadable(String topic, byte[] value) {
    throw new SerializationException("broken");
  }

  @Test
  void shouldAcknowledgeAfterTheWorkWhenARecordIsReadable() {
    take(this::keep, new StringDeserializer(), value -> seen.add("worked on " + value));
    assertEquals(List.of("worked on value", "acknowledged"), seen);
  }

  @Test
  void shouldNotAcknowledgeWhenTheWorkFails() {
    IllegalStateException failure = new IllegalStateException("no disk");

    assertThrows(
        IllegalStateException.class,
        () ->
            take(
                this::keep,
                new StringDeserializer(),
                value -> {
                  throw failure;
                }));

    assertEquals(List.of(), seen);
  }

  @Test
  void shouldKeepARecordAndGoOnWhenItIsUnreadable() {
    take(this::keep, IntakeTest::unreadable, seen::add);
    assertEquals(List.of("key value topic-2@5 broken", "acknowledged"), seen);
  }

  @Test
  void shouldNotAcknowledgeAnUnreadableRecordWhenItCannotBeKept() {
    DeadLetters full =
        (key, value, origin, problem) -> {
          throw new KafkaException("full");
        };

    assertThrows(KafkaException.class, () -> take(full, IntakeTest::unreadable, seen::add));

    assertTrue(seen.isEmpty());
  }

  @Test
  void shouldSetNothingAsideWhenTheRegistryDoesNotAnswer() {
    // What AvroDeserializer throws then is a KafkaException, and no SerializationException.
    Deserializer<String> waiting =
        (topic, value) -> {
          throw new KafkaException("the registry does not answer");
        };

    assertThrows(KafkaException.class, () -> take(this::keep, waiting, seen::add));

    assertTrue(seen.isEmpty());
  }
}
