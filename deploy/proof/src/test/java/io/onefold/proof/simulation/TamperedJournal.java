package io.onefold.proof.simulation;

import static io.onefold.proof.simulation.Attacks.change;
import static io.onefold.proof.simulation.Attacks.events;
import static io.onefold.proof.simulation.Attacks.id;
import static io.onefold.proof.simulation.Attacks.journal;
import static io.onefold.proof.simulation.Attacks.keyed;
import static io.onefold.proof.simulation.Attacks.moved;
import static io.onefold.proof.simulation.Attacks.receipts;
import static io.onefold.proof.simulation.Attacks.remove;
import static io.onefold.proof.simulation.Attacks.repeated;
import static io.onefold.proof.simulation.Attacks.replaced;
import static io.onefold.proof.simulation.Attacks.trace;
import static io.onefold.proof.simulation.Attacks.truncated;

import io.onefold.audit.Rule;
import io.onefold.audit.TopicRecord;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Receipt;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** What is done to records of the journal. */
@SuppressWarnings("ImmutableEnumChecker") // Each is a function, and keeps nothing.
enum TamperedJournal implements Tamper {
  JOURNAL_FIELD_CHANGED(
      t ->
          change(
              t,
              journal(),
              OperationEvent.class,
              e -> e.getSequence() == 2,
              e -> e.setAtMs(e.getAtMs() - 1),
              Rule.CHAIN_BROKEN)),
  JOURNAL_CONCLUSION_CHANGED(
      t ->
          change(
              t,
              journal(),
              OperationEvent.class,
              e -> e.getConclusion().getKind().equals("GRANT_CLAIM"),
              e -> e.getConclusion().setText("granted"),
              Rule.CHAIN_BROKEN)),
  JOURNAL_CHAIN_CHANGED(
      t ->
          change(
              t,
              journal(),
              OperationEvent.class,
              e -> true,
              e -> e.setChain(ByteBuffer.wrap(new byte[32])),
              Rule.CHAIN_BROKEN)),
  JOURNAL_EVENT_REMOVED(TamperedJournal::eventRemoved),
  JOURNAL_BEGINNING_REMOVED(
      t ->
          remove(
              t,
              journal(),
              OperationEvent.class,
              e -> e.getSequence() == 1,
              removed -> next(t, removed, Rule.SEQUENCE_GAP))),
  JOURNAL_END_REMOVED(
      t ->
          remove(
              t,
              journal(),
              OperationEvent.class,
              e -> e.getConclusion().getKind().equals("VERIFY"),
              removed ->
                  t.first(receipts(), Receipt.class, r -> r.getOperationId().equals(id(removed)))
                      .map(receipt -> trace(Rule.RECEIPT_FORGED, receipt)))),
  JOURNAL_EVENTS_SWAPPED(TamperedJournal::eventsSwapped),
  EVENTS_OF_TWO_OPERATIONS_SWAPPED(TamperedJournal::othersSwapped),
  JOURNAL_EVENT_REPEATED(
      t -> repeated(t, journal(), OperationEvent.class, e -> true, Rule.SEQUENCE_REPEATED)),
  JOURNAL_EVENT_UNREADABLE(
      t ->
          t.first(journal(), OperationEvent.class, e -> true)
              .map(
                  e ->
                      replaced(
                          t,
                          e,
                          Tampering.with(e, new byte[] {0, 1, 2, 3, 4, 5}),
                          Rule.UNREADABLE_RECORD))),
  JOURNAL_KEY_CHANGED(
      t ->
          t.first(journal(), OperationEvent.class, e -> true)
              .map(e -> replaced(t, e, keyed(e, "op-9"), Rule.KEY_DIFFERS))),
  JOURNAL_PARTITION_CHANGED(t -> moved(t, journal(), OperationEvent.class, e -> true)),
  JOURNAL_TRUNCATED(t -> truncated(t, journal()));

  private final Attack attack;

  TamperedJournal(Attack attack) {
    this.attack = attack;
  }

  @Override
  public Attack attack() {
    return attack;
  }

  private static Optional<Trace> eventRemoved(PlayedTopics t) {
    return remove(
        t,
        journal(),
        OperationEvent.class,
        e -> e.getConclusion().getKind().equals("GRANT_CLAIM"),
        removed -> next(t, removed, Rule.SEQUENCE_GAP));
  }

  private static Optional<Trace> eventsSwapped(PlayedTopics t) {
    return t.first(journal(), OperationEvent.class, e -> e.getSequence() == 2)
        .map(
            second -> {
              TopicRecord first = t.journal(id(second)).get(0);
              TopicRecord moved = Tampering.at(first, second.offset());
              t.replace(first, Tampering.at(second, first.offset()));
              t.replace(second, moved);
              return trace(Rule.ORDER_CHANGED, moved);
            });
  }

  /** Two neighbours that were decided on neighbouring records of one topic, of two operations. */
  private static Optional<Trace> othersSwapped(PlayedTopics t) {
    List<TopicRecord> all = t.records.stream().filter(r -> r.topic().equals(journal())).toList();
    for (int i = 1; i < all.size(); i++) {
      TopicRecord one = all.get(i - 1);
      TopicRecord other = all.get(i);
      OperationEvent first = (OperationEvent) Tampering.read(one);
      OperationEvent second = (OperationEvent) Tampering.read(other);
      if (one.partition() == other.partition()
          && !id(one).equals(id(other))
          && first.getCause().getSource().equals(events())
          && second.getCause().getSource().equals(events())
          && first.getCause().getOffset() < second.getCause().getOffset()) {
        t.replace(one, Tampering.at(one, other.offset()));
        t.replace(other, Tampering.at(other, one.offset()));
        return Optional.of(
            new Trace(Rule.ORDER_CHANGED, journal(), one.partition(), other.offset()));
      }
    }
    return Optional.empty();
  }

  private static Optional<Trace> next(PlayedTopics t, TopicRecord removed, Rule rule) {
    return t.journal(id(removed)).stream()
        .filter(other -> other.offset() > removed.offset())
        .findFirst()
        .map(other -> trace(rule, other));
  }
}
