package io.onefold.topology;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** How many records are still to be read before the stores of this instance are as they were. */
public final class RestoreProgress implements StateRestoreListener {
  private record Stretch(long next, long end) {}

  private final Map<TopicPartition, Stretch> restoring = new ConcurrentHashMap<>();

  /** Records that are still to be read; 0 while nothing is restored. */
  public long remaining() {
    return restoring.values().stream().mapToLong(s -> Math.max(0, s.end() - s.next())).sum();
  }

  @Override
  public void onRestoreStart(TopicPartition changelog, String store, long first, long end) {
    restoring.put(changelog, new Stretch(first, end));
  }

  @Override
  public void onBatchRestored(
      TopicPartition changelog, String store, long batchEnd, long numRestored) {
    restoring.computeIfPresent(changelog, (same, s) -> new Stretch(batchEnd + 1, s.end()));
  }

  @Override
  public void onRestoreEnd(TopicPartition changelog, String store, long totalRestored) {
    restoring.remove(changelog);
  }

  @Override
  public void onRestoreSuspended(TopicPartition changelog, String store, long totalRestored) {
    restoring.remove(changelog);
  }
}
