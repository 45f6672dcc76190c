package io.onefold.topology;

import io.onefold.codec.StoredOperation;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.operation.StateName;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Checkpoint;
import io.onefold.schema.Command;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.Escalation;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Receipt;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import io.onefold.schema.signing.SigningKey;
import io.onefold.schema.signing.VerifyingKeys;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** One ledger task with the real topology and settings, and with clocks that the test moves. */
final class LedgerDriver implements AutoCloseable {
  static final Instant START = Instant.parse("2026-10-31T08:00:00Z");
  static final Topics TOPICS = Topics.standard();
  static final SigningKey KEY = SigningKey.generate();
  static final VerifyingKeys KEYS = VerifyingKeys.of(List.of(KEY.verifying()));
  static final SchemaIds IDS = SchemaIds.from(Map.of());

  private static final Signing SIGNING = Signing.with(KEY, List.of(), Signing.DEFAULT_INTERVAL);

  private final Path folder;
  private final LedgerParts parts;
  private final TopologyTestDriver driver;
  private Chains chains = new Chains();
  private Instant wall;
  private long nanos;

  /** A ledger that knows the destinations of the test resources, with one partition. */
  static LedgerDriver start() {
    return start(SIGNING);
  }

  /** The same, signing like this. */
  static LedgerDriver start(Signing signing) {
    LedgerDriver started = start(destinations(), 1, START.minus(OperationProcessor.TICK), signing);
    started.tick();
    return started;
  }

  /**
   * A ledger that was never ticked, whose task is partition 0 of that many, by a clock that shows
   * that time.
   */
  static LedgerDriver start(Destinations destinations, int partitions, Instant wall) {
    return start(destinations, partitions, wall, SIGNING);
  }

  private static LedgerDriver start(
      Destinations destinations, int partitions, Instant wall, Signing signing) {
    try {
      return new LedgerDriver(
          destinations,
          partitions,
          wall,
          Files.createTempDirectory("onefold-ledger-test"),
          signing);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private LedgerDriver(
      Destinations destinations, int partitions, Instant wall, Path folder, Signing signing) {
    this.folder = folder;
    this.wall = wall;
    LedgerClock clock = new LedgerClock(() -> this.wall, () -> nanos);
    this.parts =
        LedgerParts.of(TOPICS, new Policies(destinations), partitions, IDS, clock, signing);
    Properties config = new Properties();
    config.putAll(
        StreamsConfiguration.of(LedgerSettings.of("localhost:1", folder, destinations, 0)));
    this.driver = new TopologyTestDriver(OperationTopology.build(parts), config, wall);
  }

  static Destinations destinations() {
    try (InputStream in = LedgerDriver.class.getResourceAsStream("destinations.yaml")) {
      return DestinationsFile.parse(
          "destinations.yaml", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Only one of the destinations of the test resources. */
  static Destinations only(String name) {
    return new Destinations(Map.of(name, destinations().find(name).orElseThrow()), List.of());
  }

  Instant now() {
    return parts.clock().now();
  }

  Map<String, Long> counts() {
    return parts.counters().snapshot();
  }

  LedgerCensus census() {
    return parts.census();
  }

  /** Time passes, and timers that are due by then fire: one tick. */
  void advance(Duration time) {
    wall = wall.plus(time);
    nanos += time.toNanos();
    driver.advanceWallClockTime(time);
  }

  /** Time passes in many ticks of this length. */
  void advance(Duration time, Duration tick) {
    for (Duration left = time; left.isPositive(); left = left.minus(tick)) {
      advance(left.compareTo(tick) < 0 ? left : tick);
    }
  }

  void tick() {
    advance(OperationProcessor.TICK);
  }

  /** The machine's wall clock is set; its monotonic clock goes on. */
  void setWallClock(Duration by) {
    wall = wall.plus(by);
  }

  void pipe(Sent record) {
    pipe(record.topic(), record.keyBytes(), record.value());
  }

  void pipe(String topic, byte @Nullable [] key, byte @Nullable [] value) {
    pipe(topic, key, value, new RecordHeaders());
  }

  void pipe(String topic, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
    driver
        .createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(new TestRecord<>(key, value, headers, wall));
  }

  /** New records of a topic, as they are. */
  List<TestRecord<byte[], byte[]>> raw(String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  List<Command> commands() {
    return read(TOPICS.commands(Topics.DEFAULT_POOL), Command.class);
  }

  List<Command> commands(String pool) {
    return read(TOPICS.commands(pool), Command.class);
  }

  /** The orders of new commands of the default pool. */
  List<Object> orders() {
    return commands().stream().map(Command::getOrder).toList();
  }

  /** New events, each of which continues the chain of its operation. */
  List<OperationEvent> journal() {
    return raw(TOPICS.journal()).stream().map(record -> chains.next(record.value())).toList();
  }

  /** The newest chain value of an operation, of the events taken from the journal so far. */
  String chain(String id) {
    return chains.of(id);
  }

  List<Checkpoint> checkpoints() {
    return read(TOPICS.checkpoints(), Checkpoint.class);
  }

  List<Receipt> receipts() {
    return read(TOPICS.receipts(), Receipt.class);
  }

  List<Escalation> escalations() {
    return read(TOPICS.escalations(), Escalation.class);
  }

  /** New records about destinations, requests and events, as they are. */
  List<byte[]> rawDestinations() {
    return raw(TOPICS.destinations()).stream().map(TestRecord::value).toList();
  }

  static DestinationRecord record(byte[] value) {
    return AvroSerde.of(DestinationRecord.class, IDS)
        .deserializer()
        .deserialize(TOPICS.destinations(), value);
  }

  /** What controls of destinations have decided newly. */
  List<DestinationEvent> destinationEvents() {
    return rawDestinations().stream()
        .map(LedgerDriver::record)
        .filter(record -> record.getFact() instanceof DestinationEvent)
        .map(record -> (DestinationEvent) record.getFact())
        .toList();
  }

  List<TestRecord<byte[], byte[]>> deadLetters() {
    return raw(TOPICS.deadLetters());
  }

  private <T extends SpecificRecord> List<T> read(String topic, Class<T> type) {
    AvroSerde<T> serde = AvroSerde.of(type, IDS);
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), serde.deserializer())
        .readValuesToList();
  }

  @Nullable StoredOperation stored(String id) {
    return driver.<String, StoredOperation>getKeyValueStore(Stores.OPERATIONS).get(id);
  }

  /** The state of the only operation. */
  String lastState() {
    List<StoredOperation> all = allStored();
    if (all.size() != 1) {
      throw new IllegalStateException(all.size() + " operations are stored");
    }
    return StateName.of(all.get(0).state()).name();
  }

  List<StoredOperation> allStored() {
    return entries(driver.<String, StoredOperation>getKeyValueStore(Stores.OPERATIONS)).stream()
        .map(e -> e.value)
        .toList();
  }

  <K, V> KeyValueStore<K, V> store(String name) {
    return driver.getKeyValueStore(name);
  }

  /** Number of entries in the timer store. */
  int timers() {
    return entries(driver.<Bytes, byte[]>getKeyValueStore(Stores.TIMERS)).size();
  }

  /**
   * Another machine takes the task over, with its own clock. This one goes on, like one that does
   * not know.
   */
  LedgerDriver takenOverAt(Instant otherWall) {
    return takenOverAt(otherWall, destinations());
  }

  /** The same, with other contracts. */
  LedgerDriver takenOverAt(Instant otherWall, Destinations others) {
    LedgerDriver other = start(others, 1, otherWall);
    journal();
    other.chains = chains;
    for (String store : Stores.ALL) {
      KeyValueStore<Object, Object> to = other.driver.getKeyValueStore(store);
      entries(driver.<Object, Object>getKeyValueStore(store)).forEach(e -> to.put(e.key, e.value));
    }
    return other;
  }

  private static <K, V> List<KeyValue<K, V>> entries(KeyValueStore<K, V> store) {
    List<KeyValue<K, V>> entries = new ArrayList<>();
    try (KeyValueIterator<K, V> all = store.all()) {
      all.forEachRemaining(entries::add);
    }
    return entries;
  }

  @Override
  public void close() {
    driver.close();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
