package io.onefold.proof.simulation;

import java.util.ArrayList;
import java.util.List;

/** A topic: partitions of records that keep their order and are never lost. */
final class VirtualTopic {
  private final String name;
  private final List<List<Entry>> partitions = new ArrayList<>();

  VirtualTopic(String name, int partitions) {
    this.name = name;
    for (int i = 0; i < partitions; i++) {
      this.partitions.add(new ArrayList<>());
    }
  }

  /**
   * A record at its place.
   *
   * @param committed false: its transaction was aborted, so that readers pass over it
   */
  // Handed on, never compared.
  @SuppressWarnings("ArrayRecordComponent")
  record Entry(byte[] key, byte[] value, long epochMs, boolean committed) {
    /**
     * Whether a reader sees it.
     *
     * @param readCommitted how the reader is configured
     */
    boolean isVisible(boolean readCommitted) {
      return committed || !readCommitted;
    }
  }

  String name() {
    return name;
  }

  int partitions() {
    return partitions.size();
  }

  void append(int partition, Entry entry) {
    partitions.get(partition).add(entry);
  }

  /** The offset that the next record gets. */
  int end(int partition) {
    return partitions.get(partition).size();
  }

  Entry read(int partition, int offset) {
    return partitions.get(partition).get(offset);
  }
}
