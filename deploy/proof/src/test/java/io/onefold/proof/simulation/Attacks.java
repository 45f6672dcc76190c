package io.onefold.proof.simulation;

import io.onefold.audit.Rule;
import io.onefold.audit.TopicRecord;
import io.onefold.proof.simulation.Tamper.Trace;
import io.onefold.schema.ClaimReceived;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.Escalation;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.Receipt;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Topics;
import io.onefold.schema.WorkerStarted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.TopicPartition;

/** What the ways to tamper are made of: each changes a copy and says what must be told of it. */
final class Attacks {
  private Attacks() {}

  static String journal() {
    return PlayedTopics.NAMES.journal();
  }

  static String receipts() {
    return PlayedTopics.NAMES.receipts();
  }

  static String intents() {
    return PlayedTopics.NAMES.intents();
  }

  static String events() {
    return PlayedTopics.NAMES.providerEvents();
  }

  static String reviews() {
    return PlayedTopics.NAMES.reviews();
  }

  static String escalations() {
    return PlayedTopics.NAMES.escalations();
  }

  static String controls() {
    return PlayedTopics.NAMES.destinations();
  }

  static String commands() {
    return PlayedTopics.NAMES.commands(Topics.DEFAULT_POOL);
  }

  static byte[] key(TopicRecord at) {
    return java.util.Objects.requireNonNull(at.key());
  }

  static byte[] value(TopicRecord at) {
    return java.util.Objects.requireNonNull(at.value());
  }

  static String id(TopicRecord at) {
    return new String(key(at), StandardCharsets.UTF_8);
  }

  static Trace trace(Rule rule, TopicRecord at) {
    return new Trace(rule, at.topic(), at.partition(), at.offset());
  }

  static Trace replaced(PlayedTopics t, TopicRecord old, TopicRecord now, Rule rule) {
    t.replace(old, now);
    return trace(rule, now);
  }

  static TopicRecord keyed(TopicRecord at, String key) {
    return new TopicRecord(
        at.topic(),
        at.partition(),
        at.offset(),
        at.timestampMs(),
        key.getBytes(StandardCharsets.UTF_8),
        at.value(),
        at.headers());
  }

  static boolean isEnd(OperationEvent event) {
    return switch (event.getConclusion().getKind()) {
      case "VERIFY", "REJECT", "RESOLVE" -> true;
      default -> false;
    };
  }

  static boolean ended(PlayedTopics t, TopicRecord like) {
    return t.first(receipts(), Receipt.class, r -> r.getOperationId().equals(id(like))).isPresent();
  }

  static <T extends SpecificRecord> Optional<Trace> change(
      PlayedTopics t,
      String topic,
      Class<T> type,
      Predicate<T> which,
      Consumer<T> change,
      Rule rule) {
    return t.first(topic, type, which)
        .map(
            at -> {
              T record = type.cast(Tampering.read(at));
              change.accept(record);
              return replaced(t, at, Tampering.with(at, Tampering.write(at, record)), rule);
            });
  }

  static <T extends SpecificRecord> Optional<Trace> remove(
      PlayedTopics t,
      String topic,
      Class<T> type,
      Predicate<T> which,
      java.util.function.Function<TopicRecord, Optional<Trace>> trace) {
    return t.first(topic, type, which)
        .flatMap(
            at -> {
              t.records.remove(at);
              return trace.apply(at);
            });
  }

  static Optional<Trace> next(PlayedTopics t, TopicRecord removed, Rule rule) {
    return t.journal(id(removed)).stream()
        .filter(other -> other.offset() > removed.offset())
        .findFirst()
        .map(other -> trace(rule, other));
  }

  static Optional<Trace> eventRemoved(PlayedTopics t) {
    return remove(
        t,
        journal(),
        OperationEvent.class,
        e -> e.getConclusion().getKind().equals("GRANT_CLAIM"),
        removed -> next(t, removed, Rule.SEQUENCE_GAP));
  }

  static Optional<Trace> eventsSwapped(PlayedTopics t) {
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
  static Optional<Trace> othersSwapped(PlayedTopics t) {
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

  static <T extends SpecificRecord> Optional<Trace> moved(
      PlayedTopics t, String topic, Class<T> type, Predicate<T> which) {
    return t.first(topic, type, which).flatMap(t::move).map(at -> trace(Rule.WRONG_PARTITION, at));
  }

  static <T extends SpecificRecord> Optional<Trace> repeated(
      PlayedTopics t, String topic, Class<T> type, Predicate<T> which, Rule rule) {
    return t.first(topic, type, which).map(at -> trace(rule, t.repeat(at)));
  }

  static <T extends SpecificRecord> Optional<Trace> rekeyed(
      PlayedTopics t, String topic, Class<T> type, Predicate<T> which, String key) {
    return t.first(topic, type, which).map(at -> replaced(t, at, keyed(at, key), Rule.KEY_DIFFERS));
  }

  static boolean isOfDestination(Escalation escalation) {
    return escalation.getOperationId().startsWith("destination ");
  }

  /** An event that is told to all, or one that stands in the destination's partition alone. */
  static Predicate<DestinationRecord> event(boolean toAll) {
    return told ->
        told.getFact() instanceof DestinationEvent event
            && toAll != Set.of("NOTE", "REFUSE").contains(event.getConclusion());
  }

  static Optional<Trace> truncated(PlayedTopics t, String topic) {
    TopicPartition partition = new TopicPartition(topic, 0);
    t.records.removeIf(r -> r.topic().equals(topic) && r.partition() == 0 && r.offset() < 1);
    t.begins.put(partition, 1L);
    return Optional.of(new Trace(Rule.TRUNCATED, topic, 0, 1));
  }

  static Optional<Trace> secondGrant(PlayedTopics t) {
    return t.first(
            journal(), OperationEvent.class, e -> e.getConclusion().getKind().equals("GRANT_CLAIM"))
        .map(
            granted -> {
              Rewriting.journal(
                  t,
                  id(granted),
                  events -> {
                    int at = sequence(granted);
                    OperationEvent again = (OperationEvent) Tampering.read(granted);
                    again.setStateBefore("CLAIMED");
                    ((ClaimReceived) again.getInput()).getClaim().setClaimId("another");
                    events.add(at, again);
                  });
              return trace(Rule.SECOND_GRANT, t.journal(id(granted)).get(sequence(granted)));
            });
  }

  static int sequence(TopicRecord event) {
    return (int) ((OperationEvent) Tampering.read(event)).getSequence();
  }

  static Optional<Trace> rewritten(
      PlayedTopics t, Predicate<OperationEvent> which, Consumer<OperationEvent> change, Rule rule) {
    return t.first(journal(), OperationEvent.class, which)
        .map(
            at -> {
              Rewriting.journal(t, id(at), events -> change.accept(events.get(sequence(at) - 1)));
              return trace(rule, at);
            });
  }

  /** An event was decided on this input, and something else is concluded of it. */
  static Optional<Trace> concluded(PlayedTopics t, Class<?> input, String kind) {
    return rewritten(
        t,
        e -> input.isInstance(e.getInput()),
        e -> e.getConclusion().setKind(kind),
        kind.equals("WAIT") ? Rule.UNREADABLE_RECORD : Rule.STATE_JUMP);
  }

  static Optional<Trace> endedOn(PlayedTopics t, String detail, String result, Rule rule) {
    return rewritten(
        t,
        e -> e.getConclusion().getKind().equals("VERIFY") && observation(e).isPresent(),
        e -> {
          ReadbackObservation seen = observation(e).orElseThrow();
          seen.setDetail(detail);
          seen.setResult(result);
        },
        rule);
  }

  static Optional<ReadbackObservation> observation(OperationEvent event) {
    return switch (event.getInput()) {
      case ReadbackReported in -> Optional.of(in.getObservation());
      case ReportReceived in -> Optional.ofNullable(in.getReport().getReadback());
      default -> Optional.empty();
    };
  }

  static Optional<Trace> sentAfterTheEnd(PlayedTopics t) {
    return t.first(journal(), OperationEvent.class, e -> e.getStateAfter().equals("VERIFIED"))
        .map(
            end -> {
              Rewriting.journal(
                  t,
                  id(end),
                  events -> {
                    OperationEvent last = events.get(events.size() - 1);
                    OperationEvent sent = (OperationEvent) Tampering.read(end);
                    sent.setStateBefore(last.getStateAfter());
                    sent.setStateAfter(last.getStateAfter());
                    sent.getConclusion().setKind("SEND_OFFER");
                    events.add(sent);
                  });
              List<TopicRecord> all = t.journal(id(end));
              return trace(Rule.SEND_AFTER_END, all.get(all.size() - 1));
            });
  }

  static Optional<Trace> receiptForged(PlayedTopics t) {
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

  static Optional<Trace> providerEventsSwapped(PlayedTopics t) {
    List<TopicRecord> reports = new ArrayList<>();
    for (TopicRecord record : t.records) {
      if (record.topic().equals(events())
          && record.partition() == 0
          && Tampering.read(record) instanceof ProviderEvent event
          && !(event.getFact() instanceof WorkerStarted)) {
        reports.add(record);
      }
    }
    if (reports.size() < 2) {
      return Optional.empty();
    }
    TopicRecord one = reports.get(0);
    TopicRecord other = reports.get(1);
    t.replace(one, Tampering.at(one, other.offset()));
    t.replace(other, Tampering.at(other, one.offset()));
    return Optional.of(new Trace(Rule.ORDER_CHANGED, events(), 0, one.offset()));
  }

  static Optional<Trace> escalationRemoved(PlayedTopics t) {
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
