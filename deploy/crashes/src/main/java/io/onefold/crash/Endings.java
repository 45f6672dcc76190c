package io.onefold.crash;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.Escalation;
import io.onefold.schema.Receipt;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Follows receipts and escalations, and so knows which operations are still open. Thread-safe. */
final class Endings implements AutoCloseable {
  private static final Topics TOPICS = Topics.standard();

  private final AvroSerde<Receipt> receipts = AvroSerde.of(Receipt.class, SchemaIds.from(Map.of()));
  private final AvroSerde<Escalation> escalations =
      AvroSerde.of(Escalation.class, SchemaIds.from(Map.of()));
  private final Set<String> accepted = new HashSet<>();
  private final Map<String, String> outcomes = new HashMap<>();
  private final Map<String, Integer> receiptCounts = new HashMap<>();
  private final Set<String> escalated = new HashSet<>();
  private final Follower follower;

  /** Follows from the first record. */
  Endings(String bootstrap) {
    follower =
        new Follower(bootstrap, List.of(TOPICS.receipts(), TOPICS.escalations()), this::read);
  }

  private synchronized void read(ConsumerRecord<byte[], byte[]> bytes) {
    if (bytes.topic().equals(TOPICS.receipts())) {
      Receipt receipt = receipts.deserializer().deserialize(bytes.topic(), bytes.value());
      outcomes.put(receipt.getOperationId(), receipt.getOutcome().toString());
      receiptCounts.merge(receipt.getOperationId(), 1, Integer::sum);
    } else {
      Escalation escalation = escalations.deserializer().deserialize(bytes.topic(), bytes.value());
      if (escalation.getStatus().toString().equals("OPEN")) {
        escalated.add(escalation.getOperationId());
      } else {
        escalated.remove(escalation.getOperationId());
      }
    }
  }

  /** The ledger has said that it took this operation. */
  synchronized void accepted(String operation) {
    accepted.add(operation);
  }

  /** Operations that were taken and have neither a receipt nor an open escalation. */
  synchronized Set<String> open() {
    Set<String> open = new HashSet<>(accepted);
    open.removeAll(outcomes.keySet());
    open.removeAll(escalated);
    return open;
  }

  /** Everything that was taken. */
  synchronized Set<String> accepted() {
    return Set.copyOf(accepted);
  }

  /** The receipt's outcome, {@code ESCALATED}, or empty while it is open. */
  synchronized Optional<String> ending(String operation) {
    return Optional.ofNullable(outcomes.get(operation))
        .or(() -> escalated.contains(operation) ? Optional.of("ESCALATED") : Optional.empty());
  }

  /** How many receipts there are of an operation. */
  synchronized int receipts(String operation) {
    return receiptCounts.getOrDefault(operation, 0);
  }

  /** Number of endings by kind. */
  synchronized Map<String, Integer> counts(Collection<String> operations) {
    Map<String, Integer> counts = new HashMap<>();
    for (String operation : List.copyOf(operations)) {
      counts.merge(ending(operation).orElse("OPEN"), 1, Integer::sum);
    }
    return counts;
  }

  @Override
  public void close() {
    follower.close();
  }
}
