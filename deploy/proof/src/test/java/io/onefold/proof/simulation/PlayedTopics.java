package io.onefold.proof.simulation;

import io.onefold.audit.TopicRecord;
import io.onefold.audit.TopicSource;
import io.onefold.guarantee.Judge;
import io.onefold.schema.Topics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

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
          NAMES.receipts(),
          NAMES.escalations(),
          NAMES.deadLetters());

  final List<TopicRecord> records = new ArrayList<>();
  private final Map<String, Integer> partitions = new TreeMap<>();

  private PlayedTopics() {}

  /** What the history of a seed leaves. */
  static PlayedTopics of(long seed) {
    return Simulation.onFibreThread(
        () -> {
          Choices choices = Choices.of(seed);
          World world = World.values()[choices.below(World.values().length)];
          History history =
              new History(world, choices, Judge.ofThePromise(), Story.untold());
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

  /** A copy that can be changed. */
  PlayedTopics copy() {
    PlayedTopics copy = new PlayedTopics();
    copy.records.addAll(records);
    copy.partitions.putAll(partitions);
    return copy;
  }

  @Override
  public Map<String, Integer> topics() {
    return partitions;
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
    return new Extent(0, end, end, OptionalLong.empty());
  }

  private static boolean isIn(TopicRecord record, TopicPartition partition) {
    return record.topic().equals(partition.topic())
        && record.partition() == partition.partition();
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
