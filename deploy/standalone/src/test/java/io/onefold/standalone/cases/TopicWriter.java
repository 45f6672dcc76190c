package io.onefold.standalone.cases;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentJson;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes to topics, as anybody could. */
final class TopicWriter implements AutoCloseable {
  private final AvroSerde<Intent> intents = AvroSerde.of(Intent.class, SchemaIds.from(Map.of()));
  private final KafkaProducer<byte[], byte[]> producer;

  /** Header of what a case has written in the ledger's name. */
  static final String FORGED = "forged-by-the-case";

  private final String topic;
  private final List<String> inputs;

  TopicWriter(RunningOnefold onefold) {
    this(onefold.bootstrapServers(), RunningOnefold.topics());
  }

  TopicWriter(String bootstrapServers) {
    this(bootstrapServers, RunningOnefold.topics());
  }

  TopicWriter(String bootstrapServers, Topics topics) {
    topic = topics.intents();
    inputs = topics.inputs();
    producer =
        new KafkaProducer<>(
            // What is too large is for the broker and the ledger to say.
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "acks",
                "all",
                "max.request.size",
                64 << 20,
                "buffer.memory",
                64 << 20),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** The bytes of an intent as they stand in its topic. */
  byte[] bytes(JsonNode intent) {
    return bytes(parsed(intent));
  }

  /** The same under another operation ID, be it one that no intent may have. */
  byte[] bytes(JsonNode intent, String operationId) {
    Intent other = parsed(intent);
    other.setOperationId(operationId);
    return bytes(other);
  }

  /** The same with a payload that no intent may have. */
  byte[] bytes(JsonNode intent, byte[] payload) {
    Intent other = parsed(intent);
    other.setPayload(ByteBuffer.wrap(payload));
    return bytes(other);
  }

  private static Intent parsed(JsonNode intent) {
    return new IntentJson().parse(intent.toString().getBytes(StandardCharsets.UTF_8));
  }

  private byte[] bytes(Intent intent) {
    return intents.serializer().serialize(topic, intent);
  }

  /** Writes an intent under its operation ID. */
  Future<RecordMetadata> intent(JsonNode intent) {
    byte[] key = intent.path("operationId").asText().getBytes(StandardCharsets.UTF_8);
    return write(new ProducerRecord<>(topic, key, bytes(intent)));
  }

  /** How many partitions that topic has. */
  int partitions(String of) {
    return producer.partitionsFor(of).size();
  }

  /**
   * Writes a record as it is. Into the topics of the ledger's own output it is marked, because a
   * judge must not take it for the ledger's.
   */
  Future<RecordMetadata> write(ProducerRecord<byte[], byte[]> record) {
    if (!inputs.contains(record.topic())) {
      record.headers().add(FORGED, new byte[0]);
    }
    return producer.send(record);
  }

  @Override
  public void close() {
    producer.close();
  }
}
