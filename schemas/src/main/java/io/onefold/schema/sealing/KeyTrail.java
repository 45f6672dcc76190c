package io.onefold.schema.sealing;

import io.onefold.schema.PayloadErased;
import io.onefold.schema.PayloadKey;
import io.onefold.schema.WrappedKey;
import java.util.Optional;

/**
 * What the topic says about the key of one operation. Two callers may have written one at the same
 * time: the first counts, for the other has looked before it used its own. What counts must also be
 * the newest, because that is what compaction leaves.
 *
 * @param counts the first key, or the note that all are erased; empty: there is nothing
 * @param isNewest false while something else was written after it
 */
record KeyTrail(Optional<Object> counts, boolean isNewest) {
  static final KeyTrail NONE = new KeyTrail(Optional.empty(), true);

  /** The same with what the next record says. */
  KeyTrail then(PayloadKey record) {
    Object next = record.getState();
    boolean decides = counts.isEmpty() || (next instanceof PayloadErased && key().isPresent());
    return decides
        ? new KeyTrail(Optional.of(next), true)
        : new KeyTrail(counts, counts.get().equals(next));
  }

  Optional<WrappedKey> key() {
    return counts.filter(WrappedKey.class::isInstance).map(WrappedKey.class::cast);
  }

  Optional<PayloadErased> erased() {
    return counts.filter(PayloadErased.class::isInstance).map(PayloadErased.class::cast);
  }
}
