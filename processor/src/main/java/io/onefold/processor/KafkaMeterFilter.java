package io.onefold.processor;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;

/**
 * Which of Kafka's own numbers are shown, as {@code kafka_…}. The topology has thousands, most of
 * them of one task, store, partition or broker; those kept are of a thread or a client, so that
 * their number does not grow with the work.
 */
@Singleton
final class KafkaMeterFilter implements MeterFilter {
  private static final List<String> KEPT =
      List.of(
          "kafka.stream.thread.",
          "kafka.stream.alive.stream.threads",
          "kafka.stream.failed.stream.threads",
          "kafka.consumer.fetch.manager.records.lag.max",
          "kafka.consumer.fetch.manager.records.consumed.",
          "kafka.consumer.fetch.manager.fetch.latency.",
          "kafka.consumer.coordinator.rebalance.",
          "kafka.consumer.coordinator.last.heartbeat.seconds.ago",
          "kafka.producer.record.",
          "kafka.producer.request.latency.",
          "kafka.producer.txn.commit.time.ns.total",
          "kafka.producer.connection.count");

  private static final Set<String> TOO_FINE =
      Set.of("task.id", "topic", "partition", "node.id", "processor.node.id", "rocksdb.state.id");

  @Override
  public MeterFilterReply accept(Meter.Id id) {
    if (!id.getName().startsWith("kafka.")) {
      return MeterFilterReply.NEUTRAL;
    }
    boolean kept = KEPT.stream().anyMatch(id.getName()::startsWith);
    boolean fine = id.getTags().stream().map(Tag::getKey).anyMatch(TOO_FINE::contains);
    return kept && !fine ? MeterFilterReply.NEUTRAL : MeterFilterReply.DENY;
  }
}
