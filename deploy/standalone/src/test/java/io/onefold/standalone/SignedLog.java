package io.onefold.standalone;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.Checkpoint;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import io.onefold.schema.signing.CheckpointVerifier;
import io.onefold.schema.signing.JournalPlace;
import io.onefold.schema.signing.VerifyingKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;

/** The journal and the checkpoints of a running installation, as anybody may read them. */
public record SignedLog(String bootstrapServers, Topics topics, VerifyingKeys keys) {
  private static final SchemaIds IDS = SchemaIds.from(Map.of());

  /**
   * Holds the partition's journal against its checkpoints, which must agree. Of a transaction that
   * is being committed one topic may show the records before the other does, so one failure proves
   * nothing.
   *
   * @return how many events a checkpoint vouches for
   */
  public long verified(int partition) {
    List<Checkpoint> checkpoints =
        read(topics.checkpoints(), partition, AvroSerde.of(Checkpoint.class, IDS).deserializer());
    CheckpointVerifier verifier = new CheckpointVerifier(partition, checkpoints, keys);
    Deserializer<OperationEvent> events = AvroSerde.of(OperationEvent.class, IDS).deserializer();
    for (OperationEvent event : read(topics.journal(), partition, events)) {
      byte[] chain = new byte[event.getChain().remaining()];
      event.getChain().get(chain);
      verifier.event(new JournalPlace(event.getOperationId(), event.getSequence()), chain);
    }
    assertEquals(Optional.empty(), verifier.end());
    assertEquals(0, checkpoints.isEmpty() ? 0 : verifier.before());
    return verifier.covered();
  }

  private <T> List<T> read(String topic, int partition, Deserializer<T> reader) {
    TopicPartition only = new TopicPartition(topic, partition);
    List<T> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(only));
      consumer.seekToBeginning(List.of(only));
      long end = consumer.endOffsets(List.of(only)).get(only);
      while (consumer.position(only) < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          records.add(reader.deserialize(topic, record.value()));
        }
      }
    }
    return records;
  }
}
