package io.onefold.proof.simulation;

import static io.onefold.proof.simulation.Attacks.change;
import static io.onefold.proof.simulation.Attacks.events;
import static io.onefold.proof.simulation.Attacks.intents;
import static io.onefold.proof.simulation.Attacks.journal;
import static io.onefold.proof.simulation.Attacks.key;
import static io.onefold.proof.simulation.Attacks.remove;
import static io.onefold.proof.simulation.Attacks.repeated;
import static io.onefold.proof.simulation.Attacks.reviews;
import static io.onefold.proof.simulation.Attacks.trace;
import static io.onefold.proof.simulation.Attacks.truncated;

import io.onefold.audit.Rule;
import io.onefold.audit.TopicRecord;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Intent;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.Review;
import io.onefold.schema.SendReported;
import io.onefold.schema.WorkerStarted;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What is done to intents, to what workers reported, and to reviews. */
@SuppressWarnings("ImmutableEnumChecker") // Each is a function, and keeps nothing.
enum TamperedInputs implements Tamper {
  INTENTS_TRUNCATED(t -> truncated(t, intents())),
  PROVIDER_EVENT_REPLAYED(
      t ->
          repeated(
              t,
              events(),
              ProviderEvent.class,
              e -> e.getFact() instanceof SendReported,
              Rule.REPLAYED_INPUT)),
  PROVIDER_EVENT_WITHOUT_GRANT(
      t ->
          t.first(events(), ProviderEvent.class, e -> e.getFact() instanceof SendReported)
              .map(
                  at -> {
                    ProviderEvent event = (ProviderEvent) Tampering.read(at);
                    SendReported report = (SendReported) event.getFact();
                    report.setClaimId("nobody-was-granted-this");
                    report.setResult("ACCEPTED");
                    return trace(
                        Rule.EVENT_WITHOUT_GRANT,
                        t.append(at, at.timestampMs(), key(at), Tampering.write(at, event)));
                  })),
  PROVIDER_EVENT_REMOVED(
      t ->
          remove(
              t,
              events(),
              ProviderEvent.class,
              e -> e.getFact() instanceof SendReported,
              removed -> missed(t, removed))),
  PROVIDER_EVENT_CHANGED(
      t ->
          change(
              t,
              events(),
              ProviderEvent.class,
              e -> e.getFact() instanceof SendReported,
              e -> ((SendReported) e.getFact()).setMessage("all is well"),
              Rule.INPUT_CHANGED)),
  PROVIDER_EVENTS_SWAPPED(TamperedInputs::providerEventsSwapped),
  CLAIM_OF_UNKNOWN_WORKER(
      t ->
          change(
              t,
              events(),
              ProviderEvent.class,
              e -> e.getFact() instanceof ClaimRequested,
              e -> e.setWorkerId("stranger"),
              Rule.UNKNOWN_WORKER)),
  WORKER_START_REMOVED(
      t ->
          remove(
              t,
              events(),
              ProviderEvent.class,
              e -> e.getFact() instanceof WorkerStarted,
              removed -> {
                ProviderEvent life = (ProviderEvent) Tampering.read(removed);
                return t.first(
                        events(),
                        ProviderEvent.class,
                        e ->
                            e.getWorkerId().equals(life.getWorkerId())
                                && e.getIncarnation() == life.getIncarnation()
                                && !(e.getFact() instanceof WorkerStarted))
                    .filter(e -> e.partition() == removed.partition())
                    .map(e -> trace(Rule.UNKNOWN_WORKER, e));
              })),
  INTENT_REMOVED(t -> remove(t, intents(), Intent.class, i -> true, removed -> missed(t, removed))),
  INTENT_PAYLOAD_CHANGED(
      t ->
          change(
              t,
              intents(),
              Intent.class,
              i -> true,
              i ->
                  i.setPayload(
                      ByteBuffer.wrap("{\"text\":\"other\"}".getBytes(StandardCharsets.UTF_8))),
              Rule.INPUT_CHANGED)),
  INTENT_OWNER_CHANGED(
      t ->
          change(
              t,
              intents(),
              Intent.class,
              i -> true,
              i -> i.setOwner("somebody else"),
              Rule.INPUT_CHANGED)),
  INTENT_NEVER_DECIDED(
      t ->
          t.first(intents(), Intent.class, i -> true)
              .map(
                  at -> {
                    Intent intent = (Intent) Tampering.read(at);
                    intent.setAction("another");
                    return trace(
                        Rule.INTENT_UNACCOUNTED,
                        t.append(at, 1, key(at), Tampering.write(at, intent)));
                  })),
  REVIEWER_CHANGED(
      t ->
          change(
              t,
              reviews(),
              Review.class,
              r -> true,
              r -> r.setReviewer("somebody else"),
              Rule.INPUT_CHANGED)),
  REVIEW_NEVER_DECIDED(
      t ->
          t.first(reviews(), Review.class, r -> true)
              .map(
                  at -> {
                    Review review = (Review) Tampering.read(at);
                    review.setReason("another");
                    return trace(
                        Rule.REVIEW_UNACCOUNTED,
                        t.append(at, 1, key(at), Tampering.write(at, review)));
                  })),
  INTENT_HIDDEN_AS_DEAD_LETTER(
      t ->
          t.first(intents(), Intent.class, i -> true)
              .map(at -> trace(Rule.DEAD_LETTER_READABLE, t.letter(at, "UNREADABLE_RECORD")))),
  LARGE_INTENT_HIDDEN_AS_DEAD_LETTER(
      t ->
          t.addIntent("op-large", 3000, i -> {})
              .map(at -> trace(Rule.DEAD_LETTER_READABLE, t.letter(at, "UNREADABLE_RECORD")))),
  LARGE_INTENT_CHANGED_IN_ITS_DEAD_LETTER(
      t ->
          t.addIntent("op-large", 3000, i -> i.setAction(""))
              .map(
                  at -> {
                    byte[] value = Objects.requireNonNull(at.value()).clone();
                    value[value.length / 2] ^= 1;
                    TopicRecord other = Tampering.with(at, value);
                    return trace(Rule.DEAD_LETTER_DIFFERS, t.letter(other, "UNREADABLE_RECORD"));
                  })),
  INTENT_HIDDEN_FOR_NO_REASON(
      t ->
          t.first(intents(), Intent.class, i -> true)
              .map(at -> trace(Rule.DEAD_LETTER_READABLE, t.letter(at, "TOO_OLD")))),
  REVIEW_HIDDEN_FOR_ITS_ID(
      t ->
          t.first(reviews(), Review.class, r -> true)
              .map(at -> trace(Rule.DEAD_LETTER_READABLE, t.letter(at, "ID_NOT_CANONICAL"))));

  private final Attack attack;

  TamperedInputs(Attack attack) {
    this.attack = attack;
  }

  @Override
  public Attack attack() {
    return attack;
  }

  /** The event that was decided on what is gone. */
  private static Optional<Trace> missed(PlayedTopics t, TopicRecord gone) {
    return t.first(
            journal(),
            OperationEvent.class,
            e ->
                e.getCause().getSource().equals(gone.topic())
                    && e.getCause().getPartition() == gone.partition()
                    && e.getCause().getOffset() == gone.offset())
        .map(event -> trace(Rule.INPUT_MISSING, event));
  }

  private static Optional<Trace> providerEventsSwapped(PlayedTopics t) {
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
}
