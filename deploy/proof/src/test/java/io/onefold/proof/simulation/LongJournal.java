package io.onefold.proof.simulation;

import io.onefold.operation.Origin;
import io.onefold.schema.Approval;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Evidence;
import io.onefold.schema.Intent;
import io.onefold.schema.PayloadHash;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.Review;
import io.onefold.schema.SendReported;
import io.onefold.schema.Topics;
import io.onefold.schema.WorkerStarted;
import io.onefold.topology.LedgerClock;
import io.onefold.topology.LedgerParts;
import io.onefold.topology.Outgoing;
import io.onefold.topology.PartitionLedger;
import io.onefold.topology.Policies;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Journals of any length, written by the real ledger as fast as it decides: no broker, no worker,
 * no waiting. Every topic is written as in real life.
 */
final class LongJournal {
  /** An operation is forgotten once this many others of its partition came after it. */
  private static final int REMEMBERED = 2000;

  private static final Topics NAMES = Topics.standard();
  private static final String WORKER = "worker-1";

  private final int partitions;
  private final Out out;
  private final LedgerParts parts;
  private final Map<String, Long> ends = new HashMap<>();
  private final List<PartitionLedger> ledgers = new ArrayList<>();
  private final List<VirtualStore> stores = new ArrayList<>();
  private final int[] begun;
  private long events;

  /** Takes what is written. */
  interface Out {
    void write(String topic, int partition, byte[] key, byte[] value, long timestampMs);
  }

  LongJournal(int partitions, Out out) {
    this.partitions = partitions;
    this.out = out;
    this.begun = new int[partitions];
    LedgerClock clock = new LedgerClock(Instant::now, System::nanoTime);
    this.parts =
        LedgerParts.of(
            NAMES, new Policies(World.REPORT.destinations()), partitions, History.IDS, clock);
    for (int partition = 0; partition < partitions; partition++) {
      VirtualStore store = new VirtualStore(false);
      stores.add(store);
      ledgers.add(ledger(partition, store));
      ProviderEvent start = event("", new WorkerStarted());
      put(NAMES.providerEvents(), partition, WORKER, bytes(NAMES.providerEvents(), start));
    }
  }

  private PartitionLedger ledger(int partition, VirtualStore store) {
    return new PartitionLedger(parts, partition, store, record -> sent(partition, record));
  }

  /** How many events the journal has. */
  long events() {
    return events;
  }

  /** How many records a partition has. */
  Map<String, Long> ends() {
    return ends;
  }

  private void sent(int partition, Record<byte[], Outgoing> record) {
    String topic = record.value().topic();
    events += topic.equals(NAMES.journal()) ? 1 : 0;
    int to = record.value().partition();
    write(
        topic,
        to == Outgoing.BY_KEY ? partition : to,
        record.key(),
        java.util.Objects.requireNonNull(record.value().value()),
        record.timestamp());
  }

  private long write(String topic, int partition, byte[] key, byte[] value, long at) {
    out.write(topic, partition, key, value, at);
    return ends.merge(topic + "-" + partition, 1L, Long::sum) - 1;
  }

  private void put(String topic, int partition, String key, byte[] value) {
    byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
    long now = System.currentTimeMillis();
    long offset = write(topic, partition, keyBytes, value, now);
    ledgers
        .get(partition)
        .process(new Record<>(keyBytes, value, now), new Origin(topic, partition, offset));
    stores.get(partition).commit();
  }

  @SuppressWarnings("unchecked") // The serializer is that of the record's own class.
  private static byte[] bytes(String topic, SpecificRecord record) {
    Class<SpecificRecord> type = (Class<SpecificRecord>) record.getClass();
    byte[] bytes = AvroSerde.of(type, History.IDS).serializer().serialize(topic, record);
    return java.util.Objects.requireNonNull(bytes);
  }

  /** Lets one more operation live from its intent to its end. */
  void operation(long number) {
    String id = "order|" + number + "|confirmation";
    int partition = Topics.partitionOf(id.getBytes(StandardCharsets.UTF_8), partitions);
    if (++begun[partition] % REMEMBERED == 0) {
      VirtualStore store = new VirtualStore(false);
      stores.set(partition, store);
      ledgers.set(partition, ledger(partition, store));
    }
    int kind = (int) (number % 10);
    submit(id, partition, kind != 9);
    switch (kind) {
      case 6 -> {
        claim(id, partition, "a");
        report(id, partition, "UNKNOWN", "TIMEOUT", false);
        answer(id, partition, true);
      }
      case 7 -> {
        submit(id, partition, true);
        claim(id, partition, "a");
        claim(id, partition, "b");
        report(id, partition, "ACCEPTED", "NONE", true);
      }
      case 8 -> {
        claim(id, partition, "a");
        report(id, partition, "REFUSED", "REJECTED_BY_DESTINATION", false);
        answer(id, partition, false);
      }
      case 9 -> giveUp(id, partition);
      default -> {
        claim(id, partition, "a");
        report(id, partition, "ACCEPTED", "NONE", true);
      }
    }
  }

  private void submit(String id, int partition, boolean approved) {
    byte[] payload =
        "{\"text\":\"Thank you for your order %s. It will leave our house tomorrow.\"}"
            .formatted(id)
            .getBytes(StandardCharsets.UTF_8);
    Intent intent = new Intent();
    intent.setOperationId(id);
    intent.setDestination(World.DESTINATION);
    intent.setAccount(World.ACCOUNT);
    intent.setEnvironment(World.ENVIRONMENT);
    intent.setAction("publish");
    intent.setPayload(ByteBuffer.wrap(payload));
    intent.setContentType("application/json");
    intent.setOwner("orders");
    intent.setAttributes(Map.of());
    if (approved) {
      intent.setApproval(
          new Approval(
              "standing-v1", "APPROVED", "j.doe", 7L, PayloadHash.ofBytes(payload).value()));
    }
    put(NAMES.intents(), partition, id, bytes(NAMES.intents(), intent));
  }

  private static ProviderEvent event(String id, SpecificRecord fact) {
    return new ProviderEvent(id, WORKER, 1L, System.currentTimeMillis(), fact);
  }

  private void tell(String id, int partition, SpecificRecord fact) {
    String topic = NAMES.providerEvents();
    put(topic, partition, id, bytes(topic, event(id, fact)));
  }

  private void claim(String id, int partition, String name) {
    tell(id, partition, new ClaimRequested(1, "claim-" + name + "-" + id.hashCode()));
  }

  private void report(String id, int partition, String result, String detail, boolean readBack) {
    SendReported report = new SendReported();
    report.setToken(1);
    report.setClaimId("claim-a-" + id.hashCode());
    report.setResult(result);
    report.setDetail(detail);
    report.setMessage("");
    report.setStartedAtMs(System.currentTimeMillis());
    report.setEndedAtMs(System.currentTimeMillis());
    report.setEvidence(
        readBack
            ? new Evidence(201, "item-" + id.hashCode(), "http://shop/" + id, null, null)
            : new Evidence());
    report.setReadback(readBack ? found(id) : null);
    tell(id, partition, report);
  }

  private void answer(String id, int partition, boolean there) {
    ReadbackObservation seen = found(id);
    if (!there) {
      seen.setResult("NOT_FOUND");
      seen.setDetail("ABSENT");
      seen.setMatches(0);
      seen.setProviderId(null);
      seen.setPublicUrl(null);
      seen.setObservedHash(null);
    }
    tell(id, partition, new ReadbackReported(1, 1, seen));
  }

  private static ReadbackObservation found(String id) {
    ReadbackObservation seen = new ReadbackObservation();
    seen.setResult("FOUND");
    seen.setDetail("MATCH");
    seen.setMethod("reference");
    seen.setComplete(true);
    seen.setMatches(1);
    seen.setProviderId("item-" + id.hashCode());
    seen.setPublicUrl("http://shop/" + id);
    seen.setObservedHash(PayloadHash.ofBytes(id.getBytes(StandardCharsets.UTF_8)).value());
    seen.setNormalisers(List.of());
    seen.setMessage("one item, equal");
    seen.setObservedAtMs(System.currentTimeMillis());
    return seen;
  }

  private void giveUp(String id, int partition) {
    Review review = new Review();
    review.setOperationId(id);
    review.setAction("CONFIRM_NOT_DONE");
    review.setReason("nobody wants it any more");
    review.setReviewer("m.mustermann");
    review.setSequence(1L);
    review.setForce(false);
    review.setReviewedAtMs(System.currentTimeMillis());
    put(NAMES.reviews(), partition, id, bytes(NAMES.reviews(), review));
  }
}
