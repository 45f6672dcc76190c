package io.onefold.crash;

import io.onefold.connector.simulated.SeenWrite;
import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.guarantee.Judge;
import io.onefold.guarantee.Seen;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Command;
import io.onefold.schema.Escalation;
import io.onefold.schema.Intent;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.Receipt;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Shows a judge everything that stands in the topics and that the provider holds. */
final class Witness {
  private static final Topics TOPICS = Topics.standard();
  private static final Duration POLL = Duration.ofMillis(200);

  private final Judge judge;
  private final Map<String, Function<ConsumerRecord<byte[], byte[]>, Seen>> readers =
      new LinkedHashMap<>();
  private int records;

  Witness(Judge judge) {
    this.judge = judge;
    reader(
        TOPICS.intents(), Intent.class, (record, value) -> new Seen.Submitted(at(record), value));
    reader(
        TOPICS.providerEvents(),
        ProviderEvent.class,
        (record, value) -> new Seen.Reported(at(record), value));
    reader(
        TOPICS.commands(Topics.DEFAULT_POOL),
        Command.class,
        (record, value) -> new Seen.Commanded(at(record), value));
    reader(
        TOPICS.journal(),
        OperationEvent.class,
        (record, value) -> new Seen.Journalled(at(record), value, record.value()));
    reader(
        TOPICS.receipts(), Receipt.class, (record, value) -> new Seen.Received(at(record), value));
    reader(
        TOPICS.escalations(),
        Escalation.class,
        (record, value) -> new Seen.Escalated(at(record), value));
  }

  /** What a decoded record shows. */
  private interface Meaning<T> {
    Seen of(ConsumerRecord<byte[], byte[]> record, T value);
  }

  private <T extends SpecificRecord> void reader(String topic, Class<T> type, Meaning<T> meaning) {
    AvroSerde<T> serde = AvroSerde.of(type, SchemaIds.from(Map.of()));
    readers.put(
        topic,
        record ->
            meaning.of(record, serde.deserializer().deserialize(record.topic(), record.value())));
  }

  private static Instant at(ConsumerRecord<byte[], byte[]> record) {
    return Instant.ofEpochMilli(record.timestamp());
  }

  /** Shows what every topic holds now, committed records only. */
  void readTopics(String bootstrap) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      Collection<TopicPartition> partitions =
          readers.keySet().stream()
              .flatMap(topic -> consumer.partitionsFor(topic).stream())
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .collect(Collectors.toList());
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        consumer.poll(POLL).forEach(this::show);
      }
    }
  }

  private void show(ConsumerRecord<byte[], byte[]> record) {
    Function<ConsumerRecord<byte[], byte[]>, Seen> reader = readers.get(record.topic());
    if (reader != null) {
      judge.see(reader.apply(record));
      records++;
    }
  }

  /** Shows what the provider has read, and everything that it holds. */
  void readProvider(SimulatedProvider provider, Collection<String> operations) {
    for (SeenWrite write : provider.seenWrites()) {
      judge.see(new Seen.Written(write.at(), write.operation(), write.key()));
    }
    for (String operation : operations) {
      provider
          .effects(operation)
          .forEach(
              item ->
                  judge.see(
                      new Seen.Stored(
                          item.committedAt(), operation, item.id(), Contracts.ACCOUNT, true)));
    }
  }

  /** How many records were shown. */
  int records() {
    return records;
  }
}
