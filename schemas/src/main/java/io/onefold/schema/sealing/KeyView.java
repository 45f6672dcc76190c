package io.onefold.schema.sealing;

import io.onefold.schema.PayloadKey;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A bounded view of a topic of keys: the trails that were looked at last, and for all others only
 * whether there may be one. Not thread-safe.
 */
final class KeyView {
  /** 8 MiB; of five million operations, one in two hundred is then looked for in vain. */
  private static final int BITS = 1 << 26;

  private static final int PROBES = 4;

  private final LinkedHashMap<String, KeyTrail> newest;
  private final BitSet seen = new BitSet();
  private boolean forgot;

  /**
   * An empty view.
   *
   * @param most trails that are remembered
   */
  KeyView(int most) {
    this.newest =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, KeyTrail> eldest) {
            forgot |= size() > most;
            return size() > most;
          }
        };
  }

  /** What is known of this operation; empty: the topic must be read for it. */
  Optional<KeyTrail> of(String operationId) {
    KeyTrail trail = newest.get(operationId);
    if (trail != null) {
      return Optional.of(trail);
    }
    return forgot && maySeen(operationId) ? Optional.empty() : Optional.of(KeyTrail.NONE);
  }

  /** One more record; of a trail that was forgotten it would only be the end. */
  void add(PayloadKey record) {
    String operationId = record.getOperationId();
    of(operationId).ifPresent(trail -> put(operationId, trail.then(record)));
  }

  void put(String operationId, KeyTrail trail) {
    newest.put(operationId, trail);
    for (int i = 0; i < PROBES; i++) {
      seen.set(bit(operationId, i));
    }
  }

  private boolean maySeen(String operationId) {
    for (int i = 0; i < PROBES; i++) {
      if (!seen.get(bit(operationId, i))) {
        return false;
      }
    }
    return true;
  }

  private static int bit(String operationId, int probe) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < operationId.length(); i++) {
      hash = (hash ^ operationId.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 32)) * 0x9E3779B97F4A7C15L;
    long step = (hash >>> 32) | 1;
    return (int) ((hash + probe * step) & (BITS - 1));
  }
}
