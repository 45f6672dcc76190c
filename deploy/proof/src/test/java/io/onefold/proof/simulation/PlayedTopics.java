package io.onefold.proof.simulation;

import io.onefold.audit.Audit;
import io.onefold.audit.AuditResult;
import io.onefold.audit.Finding;
import io.onefold.audit.Progress;
import io.onefold.audit.Rule;
import io.onefold.audit.Scope;
import io.onefold.audit.TopicRecord;
import io.onefold.audit.TopicSource;
import io.onefold.destination.Destinations;
import io.onefold.guarantee.Judge;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.Intent;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Topics;
import io.onefold.topology.Signing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Topics in memory, as the real ledger and workers have written them in a simulated history. May be
 * tampered with.
 */
final class PlayedTopics implements TopicSource {
  static final Topics NAMES = Topics.standard();

  private static final List<String> ALL =
      List.of(
          NAMES.intents(),
          NAMES.providerEvents(),
          NAMES.reviews(),
          NAMES.destinations(),
          NAMES.commands(Topics.DEFAULT_POOL),
          NAMES.journal(),
          NAMES.checkpoints(),
          NAMES.receipts(),
          NAMES.escalations(),
          NAMES.deadLetters());

  private static final List<World> WORLDS = List.of(World.values());

  final List<TopicRecord> records = new ArrayList<>();
  final Map<String, Integer> partitions = new TreeMap<>();

  /** Offsets of the first records that are still there, where that is not 0. */
  final Map<TopicPartition, Long> begins = new HashMap<>();

  /** How long intents are kept. */
  Optional<Duration> retention = Optional.empty();

  private PlayedTopics() {}

  /** What the history of a seed leaves. */
  static PlayedTopics of(long seed) {
    return Simulation.onFibreThread(
        () -> {
          Choices choices = Choices.of(seed);
          World world = WORLDS.get(choices.below(WORLDS.size()));
          History history = new History(world, choices, Judge.ofThePromise(), Story.untold());
          Play play = new Play(history);
          play.play();
          return new PlayedTopics(play.log());
        });
  }

  private PlayedTopics(VirtualLog log) {
    for (String name : ALL) {
      VirtualTopic topic = log.topic(name);
      partitions.put(name, topic.partitions());
      for (int partition = 0; partition < topic.partitions(); partition++) {
        for (int offset = 0; offset < topic.end(partition); offset++) {
          VirtualTopic.Entry entry = topic.read(partition, offset);
          if (entry.committed()) {
            records.add(
                new TopicRecord(
                    name,
                    partition,
                    offset,
                    entry.epochMs(),
                    entry.key(),
                    entry.value(),
                    Map.of()));
          }
        }
      }
    }
  }

  /** What the real ledger writes as one thing after the other happens to it. */
  static PlayedTopics written(
      Destinations destinations, Signing signing, Consumer<LongJournal> happens) {
    PlayedTopics played = new PlayedTopics();
    ALL.forEach(name -> played.partitions.put(name, 2));
    Map<TopicPartition, Long> ends = new HashMap<>();
    happens.accept(
        new LongJournal(
            2,
            destinations,
            signing,
            (topic, partition, key, value, at) -> {
              long offset = ends.merge(new TopicPartition(topic, partition), 1L, Long::sum) - 1;
              played.records.add(
                  new TopicRecord(topic, partition, offset, at, key, value, Map.of()));
            }));
    return played;
  }

  /** A copy that can be changed. */
  PlayedTopics copy() {
    PlayedTopics copy = new PlayedTopics();
    copy.records.addAll(records);
    copy.partitions.putAll(partitions);
    copy.begins.putAll(begins);
    return copy;
  }

  /** The first record of a topic that says something. */
  <T extends SpecificRecord> Optional<TopicRecord> first(
      String topic, Class<T> type, Predicate<T> says) {
    return records.stream()
        .filter(record -> record.topic().equals(topic))
        .filter(
            record -> {
              SpecificRecord read = Tampering.read(record);
              return type.isInstance(read) && says.test(type.cast(read));
            })
        .findFirst();
  }

  /** Puts a record in the place of another. */
  void replace(TopicRecord old, TopicRecord changed) {
    records.set(records.indexOf(old), changed);
  }

  /** Writes a record at the end of the partition of another one. */
  TopicRecord append(TopicRecord like, long timestampMs, byte[] key, byte[] value) {
    return append(like.topic(), like.partition(), timestampMs, key, value, Map.of());
  }

  private TopicRecord append(
      String topic,
      int partition,
      long timestampMs,
      byte @Nullable [] key,
      byte @Nullable [] value,
      Map<String, String> headers) {
    long end = extent(new TopicPartition(topic, partition)).end();
    TopicRecord added = new TopicRecord(topic, partition, end, timestampMs, key, value, headers);
    records.add(added);
    return added;
  }

  private TopicRecord append(TopicRecord like, int partition) {
    return append(
        like.topic(), partition, like.timestampMs(), like.key(), like.value(), like.headers());
  }

  /** Writes a record a second time. */
  TopicRecord repeat(TopicRecord record) {
    return append(record, record.partition());
  }

  /** Takes a record to the end of another partition; empty if there is none. */
  Optional<TopicRecord> move(TopicRecord record) {
    int count = Objects.requireNonNull(partitions.get(record.topic()));
    if (count < 2) {
      return Optional.empty();
    }
    records.remove(record);
    return Optional.of(append(record, (record.partition() + 1) % count));
  }

  /** An intent that says nothing, and the letter with which the ledger set it aside. */
  TopicRecord addUnreadableIntent() {
    byte[] value = {0, 1, 2, 3};
    TopicRecord intent = addIntent("op-unreadable", value);
    letter(intent, "UNREADABLE_RECORD");
    return intent;
  }

  /** Writes an intent where it belongs. */
  TopicRecord addIntent(String key, byte[] value) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    int count = Objects.requireNonNull(partitions.get(NAMES.intents()));
    int home = Topics.partitionOf(bytes, count);
    return append(NAMES.intents(), home, 1, bytes, value, Map.of());
  }

  /** Writes an intent of another operation, with a payload of that size, that is like one here. */
  Optional<TopicRecord> addIntent(String operationId, int payloadBytes, Consumer<Intent> change) {
    return first(NAMES.intents(), Intent.class, any -> true)
        .map(
            like -> {
              Intent intent = (Intent) Tampering.read(like);
              intent.setOperationId(operationId);
              intent.setPayload(ByteBuffer.wrap(new byte[payloadBytes]));
              change.accept(intent);
              return addIntent(operationId, Tampering.write(like, intent));
            });
  }

  /** A letter that sets a record aside. */
  TopicRecord letter(TopicRecord about, String reason) {
    return append(
        NAMES.deadLetters(),
        about.partition(),
        about.timestampMs(),
        about.key(),
        about.value(),
        Map.of(
            "onefold.topic", about.topic(),
            "onefold.partition", Integer.toString(about.partition()),
            "onefold.offset", Long.toString(about.offset()),
            "onefold.reason", reason));
  }

  /** The rules that an audit of everything tells of. */
  Set<Rule> told() {
    try (AuditResult result =
        new Audit(this, NAMES, BuiltInCatalogue.instance())
            .run(Scope.everything(), Progress.silent())) {
      return result.findings().stream().map(Finding::rule).collect(Collectors.toSet());
    }
  }

  /** True if an audit of everything finds no violation. */
  boolean isClean() {
    return told().stream().allMatch(Rule::isNote);
  }

  /** The events of one operation, in order. */
  List<TopicRecord> journal(String operationId) {
    return records.stream()
        .filter(record -> record.topic().equals(NAMES.journal()))
        .filter(
            record ->
                ((OperationEvent) Tampering.read(record)).getOperationId().equals(operationId))
        .toList();
  }

  @Override
  public Map<String, Integer> topics() {
    return partitions;
  }

  @Override
  public Optional<Duration> payloadRetention() {
    return retention;
  }

  @Override
  public Map<TopicPartition, Extent> cut() {
    Map<TopicPartition, Extent> cut = new HashMap<>();
    partitions.forEach(
        (topic, count) ->
            TopicSource.partitionsOf(topic, count)
                .forEach(partition -> cut.put(partition, extent(partition))));
    return cut;
  }

  private Extent extent(TopicPartition partition) {
    long end =
        records.stream()
            .filter(r -> isIn(r, partition))
            .mapToLong(r -> r.offset() + 1)
            .max()
            .orElse(0);
    return new Extent(begins.getOrDefault(partition, 0L), end, end, OptionalLong.empty());
  }

  private static boolean isIn(TopicRecord record, TopicPartition partition) {
    return record.topic().equals(partition.topic()) && record.partition() == partition.partition();
  }

  @Override
  public void read(
      Collection<TopicPartition> wanted,
      Map<TopicPartition, Extent> cut,
      Consumer<TopicRecord> sink) {
    records.stream()
        .filter(r -> wanted.contains(new TopicPartition(r.topic(), r.partition())))
        .sorted(Comparator.comparingLong(TopicRecord::offset))
        .forEach(sink);
  }
}
