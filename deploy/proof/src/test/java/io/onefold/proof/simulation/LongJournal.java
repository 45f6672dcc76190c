package io.onefold.proof.simulation;

import io.onefold.destination.Destinations;
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
import io.onefold.topology.Signing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
  private final Destinations destinations;
  private LedgerParts parts;
  private final Map<String, Long> ends = new HashMap<>();
  private final List<PartitionLedger> ledgers = new ArrayList<>();
  private final List<VirtualStore> stores = new ArrayList<>();
  private final int[] begun;
  private long events;
  private Duration passed = Duration.ZERO;

  /** Takes what is written. */
  interface Out {
    void write(String topic, int partition, byte[] key, byte[] value, long timestampMs);
  }

  LongJournal(int partitions, Out out) {
    this(partitions, World.REPORT.destinations(), Signing.none(), out);
  }

  LongJournal(int partitions, Destinations destinations, Signing signing, Out out) {
    this.partitions = partitions;
    this.out = out;
    this.begun = new int[partitions];
    this.destinations = destinations;
    this.parts = parts(signing);
    byte[] start = bytes(NAMES.providerEvents(), event("", new WorkerStarted()));
    for (int partition = 0; partition < partitions; partition++) {
      VirtualStore store = new VirtualStore(false);
      stores.add(store);
      ledgers.add(ledger(partition, store));
      put(NAMES.providerEvents(), partition, WORKER, start);
    }
  }

  private LedgerParts parts(Signing signing) {
    LedgerClock clock = new LedgerClock(this::now, () -> System.nanoTime() + passed.toNanos());
    return LedgerParts.of(
        NAMES, new Policies(destinations), partitions, History.IDS, clock, signing);
  }

  /** From now on the ledger, started anew, signs like this. */
  void signs(Signing signing) {
    parts = parts(signing);
    for (int partition = 0; partition < partitions; partition++) {
      ledgers.set(partition, ledger(partition, stores.get(partition)));
    }
  }

  private Instant now() {
    return Instant.now().plus(passed);
  }

  /** Lets time pass, and the ledger decide about what is due then. */
  void pass(Duration time) {
    passed = passed.plus(time);
    for (int partition = 0; partition < partitions; partition++) {
      ledgers.get(partition).tick();
      stores.get(partition).commit();
    }
  }

  private PartitionLedger ledger(int partition, VirtualStore store) {
    return new PartitionLedger(parts, partition, store, this::sent);
  }

  /** How many events the journal has. */
  long events() {
    return events;
  }

  /** How many records a partition has. */
  Map<String, Long> ends() {
    return ends;
  }

  private void sent(Record<byte[], Outgoing> record) {
    String topic = record.value().topic();
    events += topic.equals(NAMES.journal()) ? 1 : 0;
    int to = record.value().partition();
    write(
        topic,
        to == Outgoing.BY_KEY ? Topics.partitionOf(record.key(), partitions) : to,
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
    long now = now().toEpochMilli();
    long offset = write(topic, partition, keyBytes, value, now);
    ledgers
        .get(partition)
        .process(new Record<>(keyBytes, value, now), new Origin(topic, partition, offset));
    stores.get(partition).commit();
  }

  private void put(String topic, String id, SpecificRecord record) {
    put(topic, partitionOf(id), id, bytes(topic, record));
  }

  private int partitionOf(String id) {
    return Topics.partitionOf(id.getBytes(StandardCharsets.UTF_8), partitions);
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
    int partition = partitionOf(id);
    if (++begun[partition] % REMEMBERED == 0) {
      VirtualStore store = new VirtualStore(false);
      stores.set(partition, store);
      ledgers.set(partition, ledger(partition, store));
    }
    String text = "Thank you for your order %s. It will leave our house tomorrow.".formatted(id);
    int kind = (int) (number % 10);
    submit(id, World.DESTINATION, text, kind != 9);
    switch (kind) {
      case 6 -> {
        claim(id, "a");
        report(id, "UNKNOWN", "TIMEOUT", false);
        answer(id, true);
      }
      case 7 -> {
        submit(id, World.DESTINATION, text, true);
        claim(id, "a");
        claim(id, "b");
        report(id, "ACCEPTED", "NONE", true);
      }
      case 8 -> refused(id);
      case 9 -> giveUp(id);
      default -> accepted(id);
    }
  }

  /** It was sent, and is there. */
  void accepted(String id) {
    claim(id, "a");
    report(id, "ACCEPTED", "NONE", true);
  }

  /** It was sent and accepted, and nobody has looked whether it is there. */
  void acceptedUnseen(String id) {
    claim(id, "a");
    report(id, "ACCEPTED", "NONE", false);
  }

  /** It was refused for good, and is not there. */
  void refused(String id) {
    claim(id, "a");
    report(id, "REFUSED", "REJECTED_BY_DESTINATION", false);
    answer(id, false);
  }

  /** An intent is delivered. */
  void submit(String id, String destination, String text, boolean approved) {
    byte[] payload = "{\"text\":\"%s\"}".formatted(text).getBytes(StandardCharsets.UTF_8);
    Intent intent = new Intent();
    intent.setOperationId(id);
    intent.setDestination(destination);
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
    put(NAMES.intents(), id, intent);
  }

  private static ProviderEvent event(String id, SpecificRecord fact) {
    return new ProviderEvent(id, WORKER, 1L, System.currentTimeMillis(), fact);
  }

  private void tell(String id, SpecificRecord fact) {
    put(NAMES.providerEvents(), id, event(id, fact));
  }

  /** A worker asks for the attempt. */
  void claim(String id, String name) {
    tell(id, new ClaimRequested(1, "claim-" + name + "-" + id.hashCode()));
  }

  private void report(String id, String result, String detail, boolean readBack) {
    SendReported report = new SendReported();
    report.setToken(1);
    report.setClaimId("claim-a-" + id.hashCode());
    report.setResult(result);
    report.setDetail(detail);
    report.setMessage("");
    report.setStartedAtMs(System.currentTimeMillis());
    report.setEndedAtMs(System.currentTimeMillis());
    report.setEvidence(
        result.equals("ACCEPTED")
            ? new Evidence(201, item(id), url(id), null, null)
            : new Evidence());
    report.setReadback(readBack ? found(id) : null);
    tell(id, report);
  }

  /** The identifier under which an operation's effect is there. */
  static String item(String id) {
    return "item-" + id.hashCode();
  }

  /** Its address. */
  static String url(String id) {
    return "http://shop/" + id;
  }

  private void answer(String id, boolean there) {
    ReadbackObservation seen = found(id);
    if (!there) {
      seen.setResult("NOT_FOUND");
      seen.setDetail("ABSENT");
      seen.setMatches(0);
      seen.setProviderId(null);
      seen.setPublicUrl(null);
      seen.setObservedHash(null);
    }
    tell(id, new ReadbackReported(1, 1, seen));
  }

  private static ReadbackObservation found(String id) {
    ReadbackObservation seen = new ReadbackObservation();
    seen.setResult("FOUND");
    seen.setDetail("MATCH");
    seen.setMethod("reference");
    seen.setComplete(true);
    seen.setMatches(1);
    seen.setProviderId(item(id));
    seen.setPublicUrl(url(id));
    seen.setObservedHash(PayloadHash.ofBytes(id.getBytes(StandardCharsets.UTF_8)).value());
    seen.setNormalisers(List.of());
    seen.setMessage("one item, equal");
    seen.setObservedAtMs(System.currentTimeMillis());
    return seen;
  }

  /** A person ends it before it was sent. */
  void giveUp(String id) {
    Review review = new Review();
    review.setOperationId(id);
    review.setAction("CONFIRM_NOT_DONE");
    review.setReason("nobody wants it any more");
    review.setReviewer("m.mustermann");
    review.setSequence(1L);
    review.setForce(false);
    review.setReviewedAtMs(System.currentTimeMillis());
    put(NAMES.reviews(), id, review);
  }
}
