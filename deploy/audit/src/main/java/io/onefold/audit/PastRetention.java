package io.onefold.audit;

import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.OperationEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/** Intents that are gone because their topic's retention let them go. Thread-safe. */
final class PastRetention {
  private final String topic;
  private final Optional<Duration> retention;
  private final long auditedAtMs;
  private final Map<Integer, Long> begins = new HashMap<>();
  private final Map<Integer, Long> removed = new ConcurrentHashMap<>();

  /**
   * What may be gone.
   *
   * @param topic of the intents
   * @param source knows the retention of that topic; asked only if some are gone
   * @param auditedAtMs now
   */
  PastRetention(
      String topic,
      TopicSource source,
      Map<TopicPartition, TopicSource.Extent> cut,
      long auditedAtMs) {
    this.topic = topic;
    this.auditedAtMs = auditedAtMs;
    cut.forEach(
        (partition, extent) -> {
          if (partition.topic().equals(topic)) {
            begins.put(partition.partition(), extent.begin());
          }
        });
    boolean gone = begins.values().stream().anyMatch(begin -> begin > 0);
    this.retention = gone ? source.payloadRetention() : Optional.empty();
  }

  /** True if retention may have moved the beginning: each record is then judged by its own age. */
  boolean mayBegin(TopicPartition partition, TopicSource.Extent extent) {
    return retention.isPresent()
        && partition.topic().equals(topic)
        && extent.processed().orElse(extent.begin()) >= extent.begin();
  }

  /** True if the intent that an event was decided on is gone rightly; counts it then. */
  boolean took(InputMatch.Place place, OperationEvent event) {
    long atMs = event.getAtMs();
    if (event.getInput() instanceof IntentSubmitted in) {
      // The ledger may have read it late; its own time is that of its record, or before it.
      Long issuedAtMs = in.getIntent().getIssuedAtMs();
      atMs = issuedAtMs == null ? atMs : Math.min(atMs, issuedAtMs);
    }
    return took(place, atMs);
  }

  /** The same of a record that was known at this time. */
  boolean took(InputMatch.Place place, long atMs) {
    boolean rightly =
        place.kind() == Kind.INTENT
            && place.offset() < begins.getOrDefault(place.partition(), 0L)
            && retention.filter(time -> atMs < auditedAtMs - time.toMillis()).isPresent();
    if (rightly) {
      removed.merge(place.partition(), 1L, Long::sum);
    }
    return rightly;
  }

  /** Tells how many are gone. */
  void tell(Consumer<Finding> sink) {
    removed.forEach(
        (partition, count) ->
            sink.accept(
                Finding.at(
                    Rule.PAST_RETENTION,
                    topic,
                    partition,
                    begins.getOrDefault(partition, 0L),
                    "past retention: %d; so many intents that were decided about are older than %s and were removed"
                        .formatted(count, retention.orElse(Duration.ZERO)))));
  }
}
