package io.onefold.drill;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Command;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Send;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Puts the first offer of some operations also on all other partitions, so that all workers race
 * for the same attempt. Only the first: where a worker wins whom the grant does not reach, that
 * attempt is given up after most of its lease, and one such round is enough.
 */
final class CommandRace implements AutoCloseable {
  /** Header of an offer that the ledger has not written. */
  static final String COPY = "copied-by-the-drill";

  private static final SchemaIds IDS = SchemaIds.from(Map.of());
  private static final AvroSerde<Command> COMMANDS = AvroSerde.of(Command.class, IDS);
  private static final AvroSerde<ProviderEvent> EVENTS = AvroSerde.of(ProviderEvent.class, IDS);

  private final String bootstrapServers;
  private final String commands;
  private final String events;
  private final Set<String> operations;
  private final Set<String> copied = new HashSet<>();
  private final Map<String, Set<String>> claimants = new ConcurrentHashMap<>();
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final CompletableFuture<Void> ended;
  private volatile boolean goOn = true;

  private CommandRace(Lane lane, Collection<String> operations) {
    this.bootstrapServers = lane.bootstrapServers();
    this.commands = lane.topics().commands(lane.pool());
    this.events = lane.topics().providerEvents();
    this.operations = Set.copyOf(operations);
    // A thread of its own: on the common pool it could keep a small machine from all else there.
    this.ended =
        CompletableFuture.runAsync(
            this::watch, work -> Thread.ofPlatform().daemon().name("drill-race").start(work));
  }

  /** From now on, until it is closed. */
  static CommandRace start(Lane lane, Collection<String> operations) {
    CommandRace race = new CommandRace(lane, operations);
    CompletableFuture.anyOf(race.started, race.ended).join();
    return race;
  }

  private void watch() {
    try (KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "linger.ms", 0),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        KafkaConsumer<byte[], byte[]> consumer =
            new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
      List<TopicPartition> all =
          Stream.of(commands, events)
              .flatMap(topic -> consumer.partitionsFor(topic).stream())
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      int partitions = all.size() / 2;
      consumer.assign(all);
      consumer.seekToEnd(all);
      all.forEach(consumer::position);
      started.complete(null);
      while (goOn) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(20))) {
          if (record.topic().equals(commands)) {
            copy(producer, record, partitions);
          } else {
            note(EVENTS.deserializer().deserialize(events, record.value()));
          }
        }
      }
    }
  }

  private void copy(
      KafkaProducer<byte[], byte[]> producer,
      ConsumerRecord<byte[], byte[]> record,
      int partitions) {
    Command command = COMMANDS.deserializer().deserialize(commands, record.value());
    if (!operations.contains(command.getOperationId())
        || !(command.getOrder() instanceof Send send)
        || send.getToken() != 1
        || !copied.add(command.getOperationId())) {
      return;
    }
    for (int other = 0; other < partitions; other++) {
      if (other != record.partition()) {
        ProducerRecord<byte[], byte[]> again =
            new ProducerRecord<>(commands, other, record.key(), record.value());
        again.headers().add(COPY, new byte[0]);
        var unused = producer.send(again);
      }
    }
  }

  private void note(ProviderEvent event) {
    if (event.getFact() instanceof ClaimRequested claim && claim.getToken() == 1) {
      claimants
          .computeIfAbsent(event.getOperationId(), id -> ConcurrentHashMap.newKeySet())
          .add(event.getWorkerId());
    }
  }

  /** How many workers claimed the first attempt of the operation that most did. */
  int mostClaimants() {
    return operations.stream()
        .mapToInt(id -> claimants.getOrDefault(id, Set.of()).size())
        .max()
        .orElse(0);
  }

  @Override
  public void close() {
    goOn = false;
    ended.join();
  }
}
