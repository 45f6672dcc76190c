package io.onefold.audit;

import io.onefold.schema.Checkpoint;
import io.onefold.schema.Topics;
import io.onefold.schema.signing.VerifyingKeys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * The journal, each of its partitions read after the checkpoints that speak of it. Only one
 * partition's checkpoints are held by a thread at a time. Thread-safe.
 */
final class SealedLog {
  private final Topics topics;
  private final TopicSource source;
  private final Map<TopicPartition, TopicSource.Extent> cut;
  private final VerifyingKeys keys;
  private final List<Checkpoint> copies;
  private final Judging judging;

  /** What notes the result of reading. */
  record Judging(Reading reading, Seals seals, Found found) {}

  SealedLog(
      Topics topics,
      TopicSource source,
      Map<TopicPartition, TopicSource.Extent> cut,
      VerifyingKeys keys,
      List<Checkpoint> copies,
      Judging judging) {
    this.topics = topics;
    this.source = source;
    this.cut = cut;
    this.keys = keys;
    this.copies = copies;
    this.judging = judging;
  }

  /** A partition of the journal, or of checkpoints for a partition that the journal lacks. */
  boolean holds(TopicPartition partition) {
    return partition.topic().equals(topics.journal())
        || partition.topic().equals(topics.checkpoints());
  }

  /** Checkpoints that are read when their partition of the journal is. */
  boolean readsWithJournal(TopicPartition partition) {
    return partition.topic().equals(topics.checkpoints())
        && cut.containsKey(journal(partition.partition()));
  }

  private TopicPartition journal(int partition) {
    return new TopicPartition(topics.journal(), partition);
  }

  /**
   * Reads a partition that {@link #holds}.
   *
   * @param events takes the events of the journal
   * @param checkpoints is shown each record of the other topic
   */
  void read(
      TopicPartition partition, Consumer<TopicRecord> events, Consumer<TopicRecord> checkpoints) {
    CopiesOfPartition kept = new CopiesOfPartition(partition.partition(), copies);
    SealedPartition sealed =
        new SealedPartition(
            partition.partition(), keys, kept, judging.reading(), judging.seals(), judging.found());
    TopicPartition signed = new TopicPartition(topics.checkpoints(), partition.partition());
    if (cut.containsKey(signed)) {
      source.read(
          List.of(signed),
          cut,
          record -> {
            sealed.checkpoint(record);
            checkpoints.accept(record);
          });
    }
    if (partition.topic().equals(topics.journal())) {
      source.read(
          List.of(partition),
          cut,
          record -> {
            sealed.event(record);
            events.accept(record);
          });
    }
    sealed.end();
    compare(topics.checkpoints(), partition.partition(), kept.checkpointsDiffer());
    compare(topics.journal(), partition.partition(), kept.journalDiffers());
  }

  /** Tells of copies whose partition of the journal is gone. */
  void compareGone() {
    copies.stream()
        .map(copy -> journal(copy.getPartition()))
        .distinct()
        .filter(partition -> !cut.containsKey(partition))
        .forEach(
            gone ->
                compare(
                    gone.topic(),
                    gone.partition(),
                    Optional.of(
                        "a copy of a checkpoint of partition %d was given, and the journal has no such partition"
                            .formatted(gone.partition()))));
  }

  private void compare(String topic, int partition, Optional<String> differs) {
    differs.ifPresent(
        text ->
            judging
                .found()
                .add(Finding.at(Rule.CHECKPOINT_COPY_DIFFERS, topic, partition, -1, text)));
  }
}
