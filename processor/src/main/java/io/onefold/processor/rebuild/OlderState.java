package io.onefold.processor.rebuild;

import io.onefold.codec.SnapshotCodec;
import io.onefold.codec.StoredOperation;
import io.onefold.processor.rebuild.FoldStore.Space;
import io.onefold.topology.LogReader;
import io.onefold.topology.StartRefusedException;
import io.onefold.topology.Stores;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Compares the state that is there with the one that the journal gives: a newer one may know of
 * attempts that this journal does not, and must not be overwritten.
 */
final class OlderState {
  private final RebuildSettings settings;
  private final LogReader log;
  private final FoldStore store;
  private final Progress progress;
  private long looked;

  OlderState(RebuildSettings settings, LogReader log, FoldStore store, Progress progress) {
    this.settings = settings;
    this.log = log;
    this.store = store;
    this.progress = progress;
  }

  /**
   * Compares.
   *
   * @param existing state topics that exist
   * @throws StartRefusedException naming the first operation of which the state knows more
   */
  void check(int partitions, List<String> existing) {
    String topic = Stores.changelog(settings.applicationId(), Stores.OPERATIONS);
    if (!existing.contains(topic)) {
      return;
    }
    for (int p = 0; p < partitions; p++) {
      TopicPartition from = new TopicPartition(topic, p);
      long end = log.end(from);
      log.read(
          from,
          log.first(from),
          end,
          record -> {
            check(record);
            progress.at("looking at the old state", ++looked, 0);
            return true;
          });
    }
  }

  private void check(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() == null) {
      return;
    }
    long old = SnapshotCodec.decode(record.value()).state().sequence();
    long derived =
        store
            .get(Space.OPERATIONS, record.partition(), record.key())
            .map(SnapshotCodec::decode)
            .map((StoredOperation stored) -> stored.state().sequence())
            .orElse(0L);
    if (old > derived) {
      throw new StartRefusedException(
          "the state knows more than the journal (STATE_GAP): event %d of operation '%s' in partition %d, of which %s holds %d; nothing was changed; bring the journal's newest records from where it was mirrored from. Only if they are lost for ever: delete topic %s, rebuild, and look at the destinations for what was done since"
              .formatted(
                  old,
                  new String(record.key(), StandardCharsets.UTF_8),
                  record.partition(),
                  settings.topics().journal(),
                  derived,
                  record.topic()));
    }
  }
}
