package io.onefold.processor.rebuild;

import io.onefold.codec.SuspensionEscalation;
import io.onefold.processor.rebuild.FoldStore.Space;
import io.onefold.schema.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Holds what was published against what was derived. The topic of escalations is compacted, so of
 * each operation only the newest is compared.
 */
final class Comparison {
  /** As many differences are put in words. */
  private static final int NAMED = 20;

  private static final byte[] SEEN = new byte[0];
  private static final byte[] LAST_EQUAL = {1};
  private static final byte[] EARLIER_EQUAL = {2};
  private static final byte[] NONE_EQUAL = {0};

  private final FoldStore store;
  private final int partitions;
  private final CanonicalBytes bytes;
  private final Map<TopicPartition, Long> known;
  private final List<String> first = new ArrayList<>();
  private long differences;
  private long escalations;

  /**
   * @param partitions number of partitions of the journal
   * @param known ends of the topics before the journal was read: what lies before them must follow
   *     from it
   */
  Comparison(
      FoldStore store, int partitions, CanonicalBytes bytes, Map<TopicPartition, Long> known) {
    this.store = store;
    this.partitions = partitions;
    this.bytes = bytes;
    this.known = known;
  }

  /** Looks at a record of the receipts. */
  void receipt(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null || record.value() == null) {
      differ(record, "a record without a key or a value");
      return;
    }
    int home = Topics.partitionOf(record.key(), partitions);
    Optional<byte[]> derived = store.get(Space.RECEIPTS, home, record.key());
    if (derived.isEmpty()) {
      if (isKnown(record)) {
        differ(record, "a receipt that follows from no event");
      }
    } else if (derived.orElseThrow().length == 0) {
      differ(record, "a second receipt");
    } else {
      compare(record, derived.orElseThrow(), bytes.receipt(record.topic(), record.value()));
      store.put(Space.RECEIPTS, home, record.key(), SEEN);
    }
  }

  private void compare(ConsumerRecord<byte[], byte[]> record, byte[] derived, byte[] published) {
    int at = Arrays.mismatch(derived, published);
    if (at >= 0) {
      differ(
          record,
          "another receipt than follows from the journal: byte %d of %d differs, derived are %d bytes"
              .formatted(at, published.length, derived.length));
    }
  }

  /** Looks at a record of the escalations. */
  void escalation(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null) {
      differ(record, "a record without a key");
      return;
    }
    if (record.value() == null || isOfDestination(record)) {
      return;
    }
    int home = Topics.partitionOf(record.key(), partitions);
    Optional<byte[]> derived = store.get(Space.ESCALATIONS, home, record.key());
    if (derived.isEmpty()) {
      if (isKnown(record)) {
        differ(record, "an escalation that follows from no event");
      }
      return;
    }
    boolean equal =
        Arrays.equals(derived.orElseThrow(), bytes.escalation(record.topic(), record.value()));
    boolean earlier =
        store
            .get(Space.SEEN_ESCALATIONS, home, record.key())
            .filter(seen -> !Arrays.equals(seen, NONE_EQUAL))
            .isPresent();
    store.put(
        Space.SEEN_ESCALATIONS,
        home,
        record.key(),
        equal ? LAST_EQUAL : earlier && !isKnown(record) ? EARLIER_EQUAL : NONE_EQUAL);
  }

  /** Those of a suspended destination follow from its own journal, not from that of operations. */
  private static boolean isOfDestination(ConsumerRecord<byte[], byte[]> record) {
    String key = new String(record.key(), StandardCharsets.UTF_8);
    return key.startsWith(SuspensionEscalation.key(""));
  }

  private boolean isKnown(ConsumerRecord<byte[], byte[]> record) {
    Long end = known.get(new TopicPartition(record.topic(), record.partition()));
    return end != null && record.offset() < end;
  }

  /** Looks for what was not published at all. */
  void conclude() {
    for (int p = 0; p < partitions; p++) {
      int partition = p;
      store.all(
          Space.RECEIPTS,
          partition,
          (key, derived) -> {
            if (derived.length > 0) {
              differ("the receipt of operation '%s' was not published".formatted(text(key)));
            }
            return true;
          });
      store.all(
          Space.ESCALATIONS,
          partition,
          (key, derived) -> {
            escalations++;
            Optional<byte[]> seen = store.get(Space.SEEN_ESCALATIONS, partition, key);
            if (seen.isEmpty()) {
              differ("the escalation of operation '%s' was not published".formatted(text(key)));
            } else if (Arrays.equals(seen.orElseThrow(), NONE_EQUAL)) {
              differ(
                  "the newest escalation of operation '%s' is another than follows from the journal"
                      .formatted(text(key)));
            }
            return true;
          });
    }
  }

  private void differ(ConsumerRecord<byte[], byte[]> record, String what) {
    differ(
        "%s-%d at offset %d has, of operation '%s', %s"
            .formatted(
                record.topic(), record.partition(), record.offset(), text(record.key()), what));
  }

  private void differ(String what) {
    differences++;
    if (first.size() < NAMED) {
      first.add(what);
    }
  }

  private static String text(byte @Nullable [] key) {
    return key == null ? "" : new String(key, StandardCharsets.UTF_8);
  }

  long escalations() {
    return escalations;
  }

  long differences() {
    return differences;
  }

  List<String> first() {
    return first;
  }
}
