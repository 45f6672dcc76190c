package io.onefold.proof.simulation;

import static io.onefold.proof.simulation.Attacks.id;
import static io.onefold.proof.simulation.Attacks.journal;
import static io.onefold.proof.simulation.Attacks.trace;

import io.onefold.audit.Rule;
import io.onefold.audit.TopicRecord;
import io.onefold.schema.ClaimReceived;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.IntervalsRestarted;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Journals that are written anew, with chains in order, and tell what was never decided. */
@SuppressWarnings("ImmutableEnumChecker") // Each is a function, and keeps nothing.
enum TamperedDecisions implements Tamper {
  SECOND_GRANT(TamperedDecisions::secondGrant),
  VERIFIED_WITHOUT_FOUND(
      t -> endedOn(t, "UNAVAILABLE", "INCONCLUSIVE", Rule.VERIFIED_WITHOUT_FOUND)),
  VERIFIED_ON_WRONG_ACCOUNT(t -> endedOn(t, "WRONG_ACCOUNT", "FOUND", Rule.WRONG_ACCOUNT)),
  VERIFIED_WITH_OTHER_CONTENT(t -> endedOn(t, "MISMATCH", "FOUND", Rule.CONTENT_DIFFERS)),
  TOKEN_WITHOUT_EVIDENCE(
      t ->
          rewritten(
              t,
              e ->
                  e.getInput() instanceof ReportReceived in
                      && in.getReport().getResult().equals("NOT_SENT")
                      && e.getConclusion().getKind().equals("OFFER"),
              e -> ((ReportReceived) e.getInput()).getReport().setResult("UNKNOWN"),
              Rule.TOKEN_NOT_JUSTIFIED)),
  APPROVAL_REMOVED(
      t ->
          rewritten(
              t,
              e ->
                  e.getConclusion().getWhy().equals("ADMITTED")
                      && e.getInput() instanceof IntentSubmitted in
                      && in.getPolicy() != null
                      && in.getPolicy().getApprovalRequired(),
              e -> ((IntentSubmitted) e.getInput()).getIntent().setApproval(null),
              Rule.TOKEN_NOT_JUSTIFIED)),
  LEASE_SHORTENED(
      t ->
          rewritten(
              t,
              e -> e.getConclusion().getKind().equals("GRANT_CLAIM"),
              e -> e.getConclusion().setAtMs(e.getAtMs() + 1),
              Rule.INTERVAL_TOO_SHORT)),
  SENT_AFTER_THE_END(TamperedDecisions::sentAfterTheEnd),
  END_CHANGED(
      t ->
          rewritten(
              t,
              e ->
                  e.getStateBefore().equals("VERIFIED")
                      && e.getConclusion().getKind().equals("STAY"),
              e -> e.setStateAfter("REJECTED"),
              Rule.END_CHANGED)),
  CONCLUSION_OF_INTENT_INVENTED(t -> concluded(t, IntentSubmitted.class, "WAIT")),
  CONCLUSION_OF_REVIEW_INVENTED(t -> concluded(t, Review.class, "WAIT")),
  CONCLUSION_OF_INTERVALS_INVENTED(t -> concluded(t, IntervalsRestarted.class, "WAIT")),
  CONCLUSION_OF_INTENT_UNFIT(t -> concluded(t, IntentSubmitted.class, "ASK_ASIDE")),
  CONCLUSION_OF_REVIEW_UNFIT(t -> concluded(t, Review.class, "NOTIFY")),
  CONCLUSION_OF_INTERVALS_UNFIT(t -> concluded(t, IntervalsRestarted.class, "ASK_ASIDE"));

  private final Attack attack;

  TamperedDecisions(Attack attack) {
    this.attack = attack;
  }

  @Override
  public Attack attack() {
    return attack;
  }

  private static Optional<Trace> secondGrant(PlayedTopics t) {
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

  private static int sequence(TopicRecord event) {
    return (int) ((OperationEvent) Tampering.read(event)).getSequence();
  }

  private static Optional<Trace> rewritten(
      PlayedTopics t, Predicate<OperationEvent> which, Consumer<OperationEvent> change, Rule rule) {
    return t.first(journal(), OperationEvent.class, which)
        .map(
            at -> {
              Rewriting.journal(t, id(at), events -> change.accept(events.get(sequence(at) - 1)));
              return trace(rule, at);
            });
  }

  /** An event was decided on this input, and something else is concluded of it. */
  private static Optional<Trace> concluded(PlayedTopics t, Class<?> input, String kind) {
    return rewritten(
        t,
        e -> input.isInstance(e.getInput()),
        e -> e.getConclusion().setKind(kind),
        kind.equals("WAIT") ? Rule.UNREADABLE_RECORD : Rule.STATE_JUMP);
  }

  private static Optional<Trace> endedOn(PlayedTopics t, String detail, String result, Rule rule) {
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

  private static Optional<ReadbackObservation> observation(OperationEvent event) {
    return switch (event.getInput()) {
      case ReadbackReported in -> Optional.of(in.getObservation());
      case ReportReceived in -> Optional.ofNullable(in.getReport().getReadback());
      default -> Optional.empty();
    };
  }

  private static Optional<Trace> sentAfterTheEnd(PlayedTopics t) {
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
}
