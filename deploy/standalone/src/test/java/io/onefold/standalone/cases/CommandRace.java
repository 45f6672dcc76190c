package io.onefold.standalone.cases;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Command;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Send;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Puts every offer of an attempt also on all other partitions, so that workers which share the
 * partitions race for the same attempt.
 */
final class CommandRace implements AutoCloseable {
  private static final SchemaIds IDS = SchemaIds.from(Map.of());
  private static final AvroSerde<Command> COMMANDS = AvroSerde.of(Command.class, IDS);
  private static final AvroSerde<ProviderEvent> EVENTS = AvroSerde.of(ProviderEvent.class, IDS);

  private final String bootstrapServers;
  private final String topic = RunningOnefold.topics().commands("default");
  private final Set<String> copied = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final CompletableFuture<Void> ended;
  private volatile boolean goOn = true;

  private CommandRace(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
    this.ended = CompletableFuture.runAsync(this::copyAll);
  }

  /** From now on, until it is closed. */
  static CommandRace start(String bootstrapServers) {
    CommandRace race = new CommandRace(bootstrapServers);
    CompletableFuture.anyOf(race.started, race.ended).join();
    return race;
  }

  private void copyAll() {
    try (TopicWriter writer = new TopicWriter(bootstrapServers);
        KafkaConsumer<byte[], byte[]> consumer =
            new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
      int partitions = writer.partitions(topic);
      List<TopicPartition> all =
          IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(topic, p)).toList();
      consumer.assign(all);
      consumer.seekToEnd(all);
      all.forEach(consumer::position);
      started.complete(null);
      while (goOn) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(20))) {
          copy(writer, record, partitions);
        }
      }
    }
  }

  private void copy(TopicWriter writer, ConsumerRecord<byte[], byte[]> record, int partitions) {
    Command command = COMMANDS.deserializer().deserialize(topic, record.value());
    if (!(command.getOrder() instanceof Send send)
        || !copied.add(command.getOperationId() + " " + send.getToken())) {
      return;
    }
    for (int other = 0; other < partitions; other++) {
      if (other != record.partition()) {
        var unused = writer.write(new ProducerRecord<>(topic, other, record.key(), record.value()));
      }
    }
  }

  /** True once two workers have claimed the same attempt of an operation of this race. */
  boolean isRun() {
    String events = RunningOnefold.topics().providerEvents();
    Map<String, Set<String>> claimants = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : TopicReader.all(bootstrapServers, events)) {
      // Other records need not be events: some cases write what nobody can read.
      String attempt = record.key() == null ? "" : new String(record.key(), UTF_8) + " 1";
      if (copied.contains(attempt)) {
        ProviderEvent event = EVENTS.deserializer().deserialize(events, record.value());
        if (event.getFact() instanceof ClaimRequested claim && claim.getToken() == 1) {
          claimants.computeIfAbsent(attempt, any -> new HashSet<>()).add(event.getWorkerId());
        }
      }
    }
    return claimants.values().stream().anyMatch(workers -> workers.size() > 1);
  }

  @Override
  public void close() {
    goOn = false;
    ended.join();
  }
}
