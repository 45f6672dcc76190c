package io.onefold.topology;

import io.onefold.codec.DestinationSnapshotCodec;
import io.onefold.codec.StoredDestination;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The marks of one partition and the store that they are kept in. Used by one thread. */
final class MarkKeeper {
  private final KeyValueStore<String, byte[]> store;
  private @Nullable Marks known;
  private boolean changed;

  MarkKeeper(KeyValueStore<String, byte[]> store) {
    this.store = store;
  }

  /** The marks as they are now. */
  Marks marks() {
    Marks marks = known;
    if (marks == null) {
      byte[] stored = store.get(Stores.MARKS_KEY);
      marks = stored == null ? new Marks() : Marks.decode(stored);
      known = marks;
    }
    return marks;
  }

  /** Changes them; {@link #keep} stores the change. */
  void change(Consumer<Marks> by) {
    by.accept(marks());
    changed = true;
  }

  /** Stores what has changed. */
  void keep() {
    if (changed) {
      store.put(Stores.MARKS_KEY, marks().encode());
      changed = false;
    }
  }

  /** When a rebuild began that has not ended; empty if there is none. */
  Optional<String> rebuilding() {
    return Optional.ofNullable(store.get(Stores.REBUILDING_KEY))
        .map(text -> new String(text, StandardCharsets.UTF_8));
  }

  /** The checksum of what is stored of a destination. */
  static long checksum(StoredDestination destination) {
    CRC32C checksum = new CRC32C();
    checksum.update(DestinationSnapshotCodec.encode(destination));
    return checksum.getValue();
  }
}
