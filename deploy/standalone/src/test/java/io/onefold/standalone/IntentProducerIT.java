package io.onefold.standalone;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.Intent;
import io.onefold.schema.OperationId;
import io.onefold.schema.Topics;
import io.onefold.schema.client.IntentBuilder;
import io.onefold.schema.client.IntentProducer;
import io.onefold.schema.client.StoredIntent;
import io.onefold.schema.sealing.InstallationKeys;
import io.onefold.schema.sealing.KeyRing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java client against a real broker: partitions, offsets, transactions. */
class IntentProducerIT {
  private static final String TOPIC = Topics.standard().intents();
  private static final int PARTITIONS = 5;
  private static final int MANY = 40;

  @TempDir Path folder;

  private static Intent intent(String id) {
    return IntentBuilder.of(OperationId.parse(id))
        .to("blog", "acme-editorial", "production")
        .action("publish")
        .json("{\"title\": \"Launch\"}")
        .build();
  }

  @Test
  void shouldStoreIntentsWhereTheLedgerLooksWhenABrokerAcknowledges() throws Exception {
    // given
    try (EmbeddedKafka kafka = EmbeddedKafka.start(folder, 0)) {
      Map<String, Object> config = Map.of("bootstrap.servers", kafka.bootstrapServers());
      try (Admin admin = Admin.create(config)) {
        admin
            .createTopics(
                List.of(
                    new NewTopic(TOPIC, PARTITIONS, (short) 1),
                    new NewTopic(Topics.standard().payloadKeys(), 2, (short) 1)))
            .all()
            .get();
      }

      // when
      List<StoredIntent> stored;
      try (IntentProducer intents = IntentProducer.connect(config)) {
        stored =
            IntStream.range(0, MANY)
                .mapToObj(number -> intents.send(intent("op-" + number)))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
      }
      inTransactions(config);
      sealed(config);

      // then
      Map<Integer, Long> next = new HashMap<>();
      for (StoredIntent one : stored) {
        byte[] key = one.operationId().getBytes(StandardCharsets.UTF_8);
        assertEquals(Topics.partitionOf(key, PARTITIONS), one.partition(), one::toString);
        assertEquals(next.merge(one.partition(), 1L, Long::sum) - 1, one.offset(), one::toString);
      }
      Set<String> expected = new TreeSet<>(Set.of("kept", "sealed"));
      stored.forEach(one -> expected.add(one.operationId()));
      assertEquals(expected, committed(config));
    }
  }

  /** One that is taken back and one that is kept, with a producer of the caller's own. */
  private static void inTransactions(Map<String, Object> config) {
    Map<String, Object> own = new HashMap<>(IntentProducer.settings(config));
    own.put("transactional.id", "caller");
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(own, new StringSerializer(), new ByteArraySerializer())) {
      IntentProducer intents =
          IntentProducer.over(producer, Topics.standard(), BuiltInCatalogue.instance());
      producer.initTransactions();
      producer.beginTransaction();
      intents.send(intent("taken-back")).join();
      producer.abortTransaction();
      producer.beginTransaction();
      intents.send(intent("kept")).join();
      producer.commitTransaction();
    }
  }

  /** Two callers of the same: both write the same bytes, which a third one can open. */
  private void sealed(Map<String, Object> config) throws IOException {
    Path file = Files.write(folder.resolve("payload.key"), new byte[32]);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    InstallationKeys keys = InstallationKeys.read(List.of(file));
    Topics topics = Topics.standard();
    try (IntentProducer one = IntentProducer.sealing(config, topics, keys);
        IntentProducer other = IntentProducer.sealing(config, topics, keys);
        KeyRing worker = KeyRing.connect(config, topics, keys)) {
      one.send(intent("sealed")).join();
      assertArrayEquals(
          one.record(intent("sealed")).value(), other.record(intent("sealed")).value());
      byte[] payload = worker.seal(intent("sealed")).getPayload().array();
      assertArrayEquals(
          intent("sealed").getPayload().array(), worker.keyOf("sealed").open("sealed", payload));
    }
  }

  private static Set<String> committed(Map<String, Object> config) {
    Map<String, Object> reading = new HashMap<>(config);
    reading.put("isolation.level", "read_committed");
    Set<String> keys = new TreeSet<>();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(reading, new StringDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          IntStream.range(0, PARTITIONS)
              .mapToObj(number -> new TopicPartition(TOPIC, number))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(one -> keys.add(one.key()));
      }
    }
    return keys;
  }
}
