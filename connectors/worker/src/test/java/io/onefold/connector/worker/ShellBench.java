package io.onefold.connector.worker;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Command;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;

/** The Kafka side around a core, with Kafka's own test clients, turned by hand on one thread. */
final class ShellBench {
  static final Topics TOPICS = Topics.standard();
  static final String COMMANDS = TOPICS.commands("default");

  private final AvroSerde<Command> commandSerde =
      AvroSerde.of(Command.class, SchemaIds.from(Map.of()));
  private final AvroSerde<ProviderEvent> eventSerde =
      AvroSerde.of(ProviderEvent.class, SchemaIds.from(Map.of()));
  private final Map<TopicPartition, Long> offsets = new HashMap<>();

  final ManualClock clock = new ManualClock();
  final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
  final MockProducer<byte[], byte[]> producer;
  final Inbox inbox = new Inbox(consumer::wakeup);
  final WorkerMetrics metrics = new WorkerMetrics();
  final FakeConnector connector = new FakeConnector();
  final Deque<Runnable> calls = new ArrayDeque<>();
  final Reporter reporter;
  final WorkerCore core;
  final CommandLoop loop;

  ShellBench(boolean acknowledging) {
    this(acknowledging, null);
  }

  ShellBench(boolean acknowledging, Deserializer<Command> reading) {
    producer =
        new MockProducer<>(
            acknowledging, null, new ByteArraySerializer(), new ByteArraySerializer());
    reporter = new Reporter(TOPICS, producer, eventSerde.serializer(), inbox, clock, metrics);
    core =
        new WorkerCore(
            WorkerLimits.of(8, 4),
            new Catalogue(Contracts.blogAndShop().all(), List.of(connector)),
            new ClaimIds(),
            new ProviderEvents("w1", 7, clock),
            metrics,
            handRun(new KafkaOutlet(reporter, inbox)));
    loop =
        new CommandLoop(
            consumer,
            COMMANDS,
            new CommandReader(reading == null ? commandSerde.deserializer() : reading),
            core,
            reporter,
            inbox,
            clock,
            metrics);
    loop.subscribe();
  }

  /** Reports go the real way; calls wait until the test runs them. */
  private WorkerOutlet handRun(KafkaOutlet real) {
    return new WorkerOutlet() {
      @Override
      public void claim(ProviderEvent claim, Runnable acknowledged, Runnable failed) {
        real.claim(claim, acknowledged, failed);
      }

      @Override
      public void report(ProviderEvent report, Runnable acknowledged) {
        real.report(report, acknowledged);
      }

      @Override
      public <T> Runnable start(Errand errand, Supplier<T> call, Consumer<T> ended) {
        calls.add(real.prepared(errand, call, ended));
        return () -> {};
      }
    };
  }

  void assign(int... partitions) {
    Map<TopicPartition, Long> begin = new HashMap<>();
    for (int partition : partitions) {
      begin.put(new TopicPartition(COMMANDS, partition), 0L);
    }
    consumer.updateBeginningOffsets(begin);
    consumer.rebalance(begin.keySet());
    begin
        .keySet()
        .forEach(partition -> consumer.seek(partition, offsets.getOrDefault(partition, 0L)));
  }

  void reassign(Collection<Integer> partitions) {
    consumer.rebalance(
        partitions.stream().map(partition -> new TopicPartition(COMMANDS, partition)).toList());
  }

  void arrive(int partition, Command command) {
    arrive(
        partition,
        command.getOperationId().getBytes(StandardCharsets.UTF_8),
        commandSerde.serializer().serialize(COMMANDS, command));
  }

  void arrive(int partition, byte[] key, byte[] value) {
    consumer.addRecord(next(partition, key, value));
  }

  /** A command with a header. */
  void arrive(int partition, Command command, String header, String text) {
    ConsumerRecord<byte[], byte[]> record =
        next(
            partition,
            command.getOperationId().getBytes(StandardCharsets.UTF_8),
            commandSerde.serializer().serialize(COMMANDS, command));
    record.headers().add(header, text.getBytes(StandardCharsets.UTF_8));
    consumer.addRecord(record);
  }

  private ConsumerRecord<byte[], byte[]> next(int partition, byte[] key, byte[] value) {
    TopicPartition where = new TopicPartition(COMMANDS, partition);
    long offset = offsets.merge(where, 1L, Long::sum) - 1;
    return new ConsumerRecord<>(COMMANDS, partition, offset, key, value);
  }

  /** A few rounds: what one round posts, the next one handles. */
  void turn() throws InterruptedException {
    for (int round = 0; round < 3; round++) {
      loop.turn();
    }
  }

  void turnAndCommit() throws InterruptedException {
    turn();
    clock.pass(Duration.ofSeconds(1));
    turn();
  }

  void runCalls() throws InterruptedException {
    while (!calls.isEmpty()) {
      calls.remove().run();
    }
    turn();
  }

  long committed(int partition) {
    TopicPartition where = new TopicPartition(COMMANDS, partition);
    var committed = consumer.committed(java.util.Set.of(where)).get(where);
    return committed == null ? -1 : committed.offset();
  }

  List<ProviderEvent> events() {
    return producer.history().stream()
        .filter(each -> each.topic().equals(TOPICS.providerEvents()))
        .map(each -> eventSerde.deserializer().deserialize(each.topic(), each.value()))
        .toList();
  }

  <F> List<F> facts(Class<F> kind) {
    return events().stream()
        .map(ProviderEvent::getFact)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  String claimIdOf(String operationId) {
    return events().stream()
        .filter(event -> event.getOperationId().equals(operationId))
        .map(ProviderEvent::getFact)
        .filter(ClaimRequested.class::isInstance)
        .map(fact -> ((ClaimRequested) fact).getClaimId())
        .reduce((first, last) -> last)
        .orElseThrow();
  }

  List<ProducerRecord<byte[], byte[]>> deadLetters() {
    return producer.history().stream()
        .filter(each -> each.topic().equals(TOPICS.deadLetters()))
        .toList();
  }
}
