package io.onefold.topology;

import io.onefold.codec.ControlCodec;
import io.onefold.codec.StoredDestination;
import io.onefold.codec.SuspensionEscalation;
import io.onefold.operation.DestinationPolicy;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.DestinationRef;
import io.onefold.schema.Escalation;
import io.onefold.schema.Topics;
import io.onefold.suspension.ControlEvent;
import io.onefold.suspension.DestinationControl;
import io.onefold.suspension.Phase;
import io.onefold.suspension.Request;
import io.onefold.suspension.Request.Wish;
import io.onefold.suspension.Suspension;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.streams.processor.api.Record;

/** Forwards what partitions ask of a destination's control, and what it tells all of them. */
final class ControlOutbox {
  private static final int CHAIN_BYTES = 32;

  private final LedgerParts parts;
  private final Consumer<Record<byte[], Outgoing>> outlet;
  private final String topic;
  private final AvroSerde<DestinationRecord> destinations;
  private final AvroSerde<Escalation> escalations;

  ControlOutbox(LedgerParts parts, Consumer<Record<byte[], Outgoing>> outlet) {
    Topics topics = parts.topics();
    this.parts = parts;
    this.outlet = outlet;
    this.topic = topics.destinations();
    this.destinations = AvroSerde.forTopic(topic, DestinationRecord.class, parts.ids());
    this.escalations = AvroSerde.forTopic(topics.escalations(), Escalation.class, parts.ids());
  }

  /** A request of a partition to the home of the destination's name. */
  void request(String destination, int partition, long number, Wish wish, Instant at) {
    byte[] key = destination.getBytes(StandardCharsets.UTF_8);
    DestinationRecord avro =
        ControlCodec.record(destination, at, new Request.Asker.Partition(partition, number), wish);
    send(key, bytes(avro), Topics.partitionOf(key, parts.partitions()), at);
    parts.counters().count("destinations.requests." + wish.getClass().getSimpleName());
  }

  /**
   * An event, to every partition: each holds back or lets through by itself. One by which nothing
   * changes for anybody stands only in the destination's own partition.
   *
   * @return its chain value
   */
  String event(ControlEvent event, StoredDestination before, DestinationControl after) {
    byte[] key = event.destination().getBytes(StandardCharsets.UTF_8);
    byte[] value = bytes(ControlCodec.record(event, after));
    byte[] chain = JournalWriter.chain(value, before.chain());
    System.arraycopy(chain, 0, value, value.length - CHAIN_BYTES, CHAIN_BYTES);
    Instant at = event.request().at();
    boolean concernsAll =
        !after.phase().equals(before.control().phase())
            || !after.taken().equals(before.control().taken());
    int home = Topics.partitionOf(key, parts.partitions());
    for (int partition = 0; partition < parts.partitions(); partition++) {
      if (concernsAll || partition == home) {
        send(key, value, partition, at);
      }
    }
    escalation(event, before.control(), after);
    parts.counters().count("destinations.decided." + event.verdict());
    return HexFormat.of().formatHex(chain);
  }

  private void escalation(ControlEvent event, DestinationControl before, DestinationControl after) {
    if (before.phase().equals(after.phase())) {
      return;
    }
    Optional<Suspension> open = after.phase().whyNotOpen();
    DestinationRef ref = ref(after.destination());
    Instant at = event.request().at();
    Optional<Escalation> news =
        open.map(why -> SuspensionEscalation.open(after, why, ref))
            .or(
                () ->
                    before
                        .phase()
                        .whyNotOpen()
                        .map(why -> SuspensionEscalation.closed(after, why, ref, at, by(before))));
    news.ifPresent(
        avro -> {
          byte[] key = avro.getOperationId().getBytes(StandardCharsets.UTF_8);
          String to = parts.topics().escalations();
          byte[] value = escalations.serializer().serialize(to, avro);
          outlet.accept(new Record<>(key, new Outgoing(to, value), at.toEpochMilli()));
        });
  }

  private static String by(DestinationControl before) {
    return before.phase() instanceof Phase.Testing testing
        ? "controlled test with operation %s, begun by %s"
            .formatted(testing.operationId(), testing.by())
        : "reopened";
  }

  private DestinationRef ref(String destination) {
    Optional<DestinationPolicy> rules = parts.policies().of(destination);
    return new DestinationRef(
        destination,
        rules.map(DestinationPolicy::connector).orElse(""),
        rules.map(DestinationPolicy::account).orElse(""),
        rules.map(DestinationPolicy::environment).orElse(""));
  }

  private byte[] bytes(DestinationRecord avro) {
    return destinations.serializer().serialize(topic, avro);
  }

  private void send(byte[] key, byte[] value, int partition, Instant at) {
    outlet.accept(new Record<>(key, new Outgoing(topic, value, partition), at.toEpochMilli()));
  }
}
