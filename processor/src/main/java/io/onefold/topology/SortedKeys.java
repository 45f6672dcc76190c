package io.onefold.topology;

import java.util.List;
import org.apache.kafka.common.utils.Bytes;

/** Keys in the order of their bytes, unsigned. Used by one thread at a time. */
public interface SortedKeys {
  /** Adds a key; does nothing if it is there. */
  void add(Bytes key);

  /** Removes a key; does nothing if it is not there. */
  void remove(Bytes key);

  /** The first keys from {@code from} to {@code to}, both included, at most {@code atMost}. */
  List<Bytes> first(Bytes from, Bytes to, int atMost);
}
