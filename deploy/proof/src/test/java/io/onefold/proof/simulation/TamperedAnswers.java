package io.onefold.proof.simulation;

import static io.onefold.proof.simulation.Attacks.change;
import static io.onefold.proof.simulation.Attacks.ended;
import static io.onefold.proof.simulation.Attacks.escalations;
import static io.onefold.proof.simulation.Attacks.id;
import static io.onefold.proof.simulation.Attacks.isEnd;
import static io.onefold.proof.simulation.Attacks.isOfDestination;
import static io.onefold.proof.simulation.Attacks.journal;
import static io.onefold.proof.simulation.Attacks.key;
import static io.onefold.proof.simulation.Attacks.moved;
import static io.onefold.proof.simulation.Attacks.receipts;
import static io.onefold.proof.simulation.Attacks.remove;
import static io.onefold.proof.simulation.Attacks.repeated;
import static io.onefold.proof.simulation.Attacks.trace;

import io.onefold.audit.Rule;
import io.onefold.audit.TopicRecord;
import io.onefold.schema.Escalation;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Receipt;
import java.util.Optional;

/** What is done to receipts and to escalations of operations. */
@SuppressWarnings("ImmutableEnumChecker") // Each is a function, and keeps nothing.
enum TamperedAnswers implements Tamper {
  TOPIC_REMOVED(
      t -> {
        t.records.removeIf(r -> r.topic().equals(receipts()));
        t.partitions.remove(receipts());
        return Optional.of(new Trace(Rule.TOPIC_MISSING, receipts(), -1, -1));
      }),
  RECEIPT_REMOVED(
      t ->
          remove(
              t,
              receipts(),
              Receipt.class,
              r -> true,
              removed ->
                  t.first(
                          journal(),
                          OperationEvent.class,
                          e -> e.getOperationId().equals(id(removed)) && isEnd(e))
                      .map(end -> trace(Rule.RECEIPT_MISSING, end)))),
  RECEIPT_REPEATED(t -> repeated(t, receipts(), Receipt.class, r -> true, Rule.RECEIPT_REPEATED)),
  RECEIPT_FORGED(TamperedAnswers::receiptForged),
  RECEIPT_WITHOUT_READBACK(
      t ->
          change(
              t,
              receipts(),
              Receipt.class,
              r -> r.getReadback() != null && r.getEvidence().equals("READBACK"),
              r -> r.setReadback(null),
              Rule.RECEIPT_WITHOUT_READBACK)),
  RECEIPT_PROVIDER_ID_CHANGED(
      t ->
          change(
              t,
              receipts(),
              Receipt.class,
              r -> true,
              r -> r.setProviderId("item-4711"),
              Rule.RECEIPT_DIFFERS)),
  RECEIPT_ACCOUNT_CHANGED(
      t ->
          change(
              t,
              receipts(),
              Receipt.class,
              r -> true,
              r -> r.getDestination().setAccount("other"),
              Rule.RECEIPT_DIFFERS)),
  RECEIPT_CHAIN_CHANGED(
      t ->
          change(
              t,
              receipts(),
              Receipt.class,
              r -> true,
              r -> r.setChain("0".repeat(64)),
              Rule.RECEIPT_DIFFERS)),
  RECEIPT_OUTCOME_CHANGED(
      t ->
          change(
              t,
              receipts(),
              Receipt.class,
              r -> r.getOutcome().equals("REJECTED"),
              r -> r.setOutcome("VERIFIED"),
              Rule.RECEIPT_DIFFERS)),
  ESCALATION_REMOVED(TamperedAnswers::escalationRemoved),
  ESCALATION_CHANGED(
      t ->
          change(
              t,
              escalations(),
              Escalation.class,
              e -> !e.getOperationId().startsWith("destination "),
              e -> e.setKnown("nothing to see"),
              Rule.ESCALATION_DIFFERS)),
  ESCALATION_FORGED(
      t ->
          t.first(
                  escalations(),
                  Escalation.class,
                  e -> !e.getOperationId().startsWith("destination "))
              .map(
                  at -> {
                    Escalation forged = (Escalation) Tampering.read(at);
                    forged.setSequence(4711);
                    return trace(
                        Rule.ESCALATION_FORGED,
                        t.append(at, at.timestampMs(), key(at), Tampering.write(at, forged)));
                  })),
  RECEIPT_MOVED(t -> moved(t, receipts(), Receipt.class, r -> true)),
  ESCALATION_MOVED(t -> moved(t, escalations(), Escalation.class, e -> !isOfDestination(e)));

  private final Attack attack;

  TamperedAnswers(Attack attack) {
    this.attack = attack;
  }

  @Override
  public Attack attack() {
    return attack;
  }

  private static Optional<Trace> receiptForged(PlayedTopics t) {
    Optional<TopicRecord> open =
        t.first(
                escalations(),
                Escalation.class,
                e -> !e.getOperationId().startsWith("destination ") && e.getStatus().equals("OPEN"))
            .filter(e -> !ended(t, e));
    Optional<TopicRecord> like = t.first(receipts(), Receipt.class, r -> true);
    if (open.isEmpty() || like.isEmpty()) {
      return Optional.empty();
    }
    Receipt forged = (Receipt) Tampering.read(like.get());
    forged.setOperationId(id(open.get()));
    return Optional.of(
        trace(
            Rule.RECEIPT_FORGED,
            t.append(
                like.get(),
                like.get().timestampMs(),
                key(open.get()),
                Tampering.write(like.get(), forged))));
  }

  private static Optional<Trace> escalationRemoved(PlayedTopics t) {
    return t.first(
            escalations(), Escalation.class, e -> !e.getOperationId().startsWith("destination "))
        .map(
            first -> {
              String operation = id(first);
              long newest =
                  t.records.stream()
                      .filter(r -> r.topic().equals(escalations()) && id(r).equals(operation))
                      .mapToLong(r -> ((Escalation) Tampering.read(r)).getSequence())
                      .max()
                      .orElseThrow();
              t.records.removeIf(r -> r.topic().equals(escalations()) && id(r).equals(operation));
              return trace(Rule.ESCALATION_MISSING, t.journal(operation).get((int) newest - 1));
            });
  }
}
