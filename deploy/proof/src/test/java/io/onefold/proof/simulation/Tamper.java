package io.onefold.proof.simulation;

import static io.onefold.proof.simulation.Attacks.change;
import static io.onefold.proof.simulation.Attacks.commands;
import static io.onefold.proof.simulation.Attacks.concluded;
import static io.onefold.proof.simulation.Attacks.controls;
import static io.onefold.proof.simulation.Attacks.ended;
import static io.onefold.proof.simulation.Attacks.endedOn;
import static io.onefold.proof.simulation.Attacks.escalations;
import static io.onefold.proof.simulation.Attacks.event;
import static io.onefold.proof.simulation.Attacks.events;
import static io.onefold.proof.simulation.Attacks.id;
import static io.onefold.proof.simulation.Attacks.intents;
import static io.onefold.proof.simulation.Attacks.isEnd;
import static io.onefold.proof.simulation.Attacks.isOfDestination;
import static io.onefold.proof.simulation.Attacks.journal;
import static io.onefold.proof.simulation.Attacks.key;
import static io.onefold.proof.simulation.Attacks.keyed;
import static io.onefold.proof.simulation.Attacks.moved;
import static io.onefold.proof.simulation.Attacks.next;
import static io.onefold.proof.simulation.Attacks.receipts;
import static io.onefold.proof.simulation.Attacks.rekeyed;
import static io.onefold.proof.simulation.Attacks.remove;
import static io.onefold.proof.simulation.Attacks.repeated;
import static io.onefold.proof.simulation.Attacks.replaced;
import static io.onefold.proof.simulation.Attacks.reviews;
import static io.onefold.proof.simulation.Attacks.rewritten;
import static io.onefold.proof.simulation.Attacks.trace;
import static io.onefold.proof.simulation.Attacks.truncated;
import static io.onefold.proof.simulation.Attacks.value;

import io.onefold.audit.Finding;
import io.onefold.audit.Rule;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Command;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.DestinationRequest;
import io.onefold.schema.Escalation;
import io.onefold.schema.Grant;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.IntervalsRestarted;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.Readback;
import io.onefold.schema.Receipt;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;
import io.onefold.schema.Send;
import io.onefold.schema.SendReported;
import io.onefold.schema.WorkerStarted;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Ways to falsify or lose what stands in the topics. */
@SuppressWarnings("ImmutableEnumChecker") // Each is a function, and keeps nothing.
enum Tamper {
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
  JOURNAL_EVENT_REMOVED(Attacks::eventRemoved),
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
  JOURNAL_EVENTS_SWAPPED(Attacks::eventsSwapped),
  EVENTS_OF_TWO_OPERATIONS_SWAPPED(Attacks::othersSwapped),
  JOURNAL_EVENT_REPEATED(
      t ->
          t.first(journal(), OperationEvent.class, e -> true)
              .map(
                  e ->
                      trace(
                          Rule.SEQUENCE_REPEATED, t.append(e, e.timestampMs(), key(e), value(e))))),
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
  JOURNAL_TRUNCATED(t -> truncated(t, journal())),
  INTENTS_TRUNCATED(t -> truncated(t, intents())),
  TOPIC_REMOVED(
      t -> {
        t.records.removeIf(r -> r.topic().equals(receipts()));
        t.partitions.remove(receipts());
        return Optional.of(new Trace(Rule.TOPIC_MISSING, receipts(), -1, -1));
      }),
  SECOND_GRANT(Attacks::secondGrant),
  SECOND_GRANT_COMMAND(
      t ->
          t.first(commands(), Command.class, c -> c.getOrder() instanceof Grant)
              .map(
                  at -> {
                    Command command = (Command) Tampering.read(at);
                    ((Grant) command.getOrder()).setClaimId("another");
                    return trace(
                        Rule.SECOND_GRANT,
                        t.append(at, at.timestampMs(), key(at), Tampering.write(at, command)));
                  })),
  COMMAND_INVENTED(
      t ->
          t.first(commands(), Command.class, c -> c.getOrder() instanceof Send)
              .map(
                  at -> {
                    Command command = (Command) Tampering.read(at);
                    command.setOrder(new Send(77));
                    return trace(
                        ended(t, at) ? Rule.SEND_AFTER_END : Rule.COMMAND_WITHOUT_EVENT,
                        t.append(at, at.timestampMs(), key(at), Tampering.write(at, command)));
                  })),
  COMMAND_PAYLOAD_CHANGED(
      t ->
          change(
              t,
              commands(),
              Command.class,
              c -> c.getOrder() instanceof Grant,
              c -> ((Grant) c.getOrder()).setPayload(ByteBuffer.wrap(new byte[] {1})),
              Rule.COMMAND_DIFFERS)),
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
                      && e.getInput() instanceof io.onefold.schema.IntentSubmitted in
                      && in.getPolicy() != null
                      && in.getPolicy().getApprovalRequired(),
              e -> ((io.onefold.schema.IntentSubmitted) e.getInput()).getIntent().setApproval(null),
              Rule.TOKEN_NOT_JUSTIFIED)),
  LEASE_SHORTENED(
      t ->
          rewritten(
              t,
              e -> e.getConclusion().getKind().equals("GRANT_CLAIM"),
              e -> e.getConclusion().setAtMs(e.getAtMs() + 1),
              Rule.INTERVAL_TOO_SHORT)),
  SENT_AFTER_THE_END(Attacks::sentAfterTheEnd),
  END_CHANGED(
      t ->
          rewritten(
              t,
              e ->
                  e.getStateBefore().equals("VERIFIED")
                      && e.getConclusion().getKind().equals("STAY"),
              e -> e.setStateAfter("REJECTED"),
              Rule.END_CHANGED)),
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
  RECEIPT_REPEATED(
      t ->
          t.first(receipts(), Receipt.class, r -> true)
              .map(
                  r ->
                      trace(
                          Rule.RECEIPT_REPEATED, t.append(r, r.timestampMs(), key(r), value(r))))),
  RECEIPT_FORGED(Attacks::receiptForged),
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
  PROVIDER_EVENT_REPLAYED(
      t ->
          t.first(events(), ProviderEvent.class, e -> e.getFact() instanceof SendReported)
              .map(
                  e -> trace(Rule.REPLAYED_INPUT, t.append(e, e.timestampMs(), key(e), value(e))))),
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
              removed ->
                  t.first(
                          journal(),
                          OperationEvent.class,
                          e ->
                              e.getCause().getSource().equals(events())
                                  && e.getCause().getPartition() == removed.partition()
                                  && e.getCause().getOffset() == removed.offset())
                      .map(event -> trace(Rule.INPUT_MISSING, event)))),
  PROVIDER_EVENT_CHANGED(
      t ->
          change(
              t,
              events(),
              ProviderEvent.class,
              e -> e.getFact() instanceof SendReported,
              e -> ((SendReported) e.getFact()).setMessage("all is well"),
              Rule.INPUT_CHANGED)),
  PROVIDER_EVENTS_SWAPPED(Attacks::providerEventsSwapped),
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
  INTENT_REMOVED(
      t ->
          remove(
              t,
              intents(),
              Intent.class,
              i -> true,
              removed ->
                  t.first(
                          journal(),
                          OperationEvent.class,
                          e ->
                              e.getCause().getSource().equals(intents())
                                  && e.getCause().getPartition() == removed.partition()
                                  && e.getCause().getOffset() == removed.offset())
                      .map(event -> trace(Rule.INPUT_MISSING, event)))),
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
  ESCALATION_REMOVED(Attacks::escalationRemoved),
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
  CONTROL_EVENT_CHANGED(
      t ->
          change(
              t,
              controls(),
              DestinationRecord.class,
              r -> r.getFact() instanceof DestinationEvent && t.partitions.get(controls()) == 1,
              r -> ((DestinationEvent) r.getFact()).setText("as it should be"),
              Rule.CONTROL_CHAIN_BROKEN)),
  CONTROL_EVENT_REMOVED(
      t ->
          t.partitions.get(controls()) > 1
              ? Optional.empty()
              : remove(
                  t,
                  controls(),
                  DestinationRecord.class,
                  r -> r.getFact() instanceof DestinationEvent event && event.getSequence() == 1,
                  removed ->
                      t.first(
                              controls(),
                              DestinationRecord.class,
                              r ->
                                  r.getFact() instanceof DestinationEvent event
                                      && event.getSequence() == 2)
                          .map(event -> trace(Rule.CONTROL_GAP, event)))),
  INTENT_HIDDEN_AS_DEAD_LETTER(
      t ->
          t.first(intents(), Intent.class, i -> true)
              .map(at -> trace(Rule.DEAD_LETTER_READABLE, t.letter(at, "UNREADABLE_RECORD")))),
  INTENT_HIDDEN_FOR_NO_REASON(
      t ->
          t.first(intents(), Intent.class, i -> true)
              .map(at -> trace(Rule.DEAD_LETTER_READABLE, t.letter(at, "TOO_OLD")))),
  REVIEW_HIDDEN_FOR_ITS_ID(
      t ->
          t.first(reviews(), Review.class, r -> true)
              .map(at -> trace(Rule.DEAD_LETTER_READABLE, t.letter(at, "ID_NOT_CANONICAL")))),
  RECEIPT_MOVED(t -> moved(t, receipts(), Receipt.class, r -> true)),
  ESCALATION_MOVED(t -> moved(t, escalations(), Escalation.class, e -> !isOfDestination(e))),
  ESCALATION_OF_DESTINATION_MOVED(
      t -> moved(t, escalations(), Escalation.class, Attacks::isOfDestination)),
  ESCALATION_OF_DESTINATION_REPEATED(
      t ->
          repeated(
              t, escalations(), Escalation.class, Attacks::isOfDestination, Rule.ORDER_CHANGED)),
  ESCALATION_OF_DESTINATION_REKEYED(
      t ->
          rekeyed(
              t, escalations(), Escalation.class, Attacks::isOfDestination, "destination another")),
  COMMAND_MOVED(t -> moved(t, commands(), Command.class, c -> true)),
  SEND_REPEATED(
      t ->
          repeated(
              t, commands(), Command.class, c -> c.getOrder() instanceof Send, Rule.WRITTEN_AGAIN)),
  GRANT_REPEATED(
      t ->
          repeated(
              t,
              commands(),
              Command.class,
              c -> c.getOrder() instanceof Grant,
              Rule.WRITTEN_AGAIN)),
  READBACK_REPEATED(
      t ->
          repeated(
              t,
              commands(),
              Command.class,
              c -> c.getOrder() instanceof Readback,
              Rule.WRITTEN_AGAIN)),
  CONTROL_EVENT_MOVED(t -> moved(t, controls(), DestinationRecord.class, event(false))),
  CONTROL_EVENT_REPEATED(
      t -> repeated(t, controls(), DestinationRecord.class, event(true), Rule.WRITTEN_AGAIN)),
  CONTROL_EVENT_REKEYED(
      t -> rekeyed(t, controls(), DestinationRecord.class, event(true), "another")),
  CONTROL_REQUEST_MOVED(
      t ->
          moved(
              t,
              controls(),
              DestinationRecord.class,
              r -> r.getFact() instanceof DestinationRequest)),
  CONTROL_REQUEST_REKEYED(
      t ->
          rekeyed(
              t,
              controls(),
              DestinationRecord.class,
              r -> r.getFact() instanceof DestinationRequest,
              "another")),
  CONCLUSION_OF_INTENT_INVENTED(t -> concluded(t, IntentSubmitted.class, "WAIT")),
  CONCLUSION_OF_REVIEW_INVENTED(t -> concluded(t, Review.class, "WAIT")),
  CONCLUSION_OF_INTERVALS_INVENTED(t -> concluded(t, IntervalsRestarted.class, "WAIT")),
  CONCLUSION_OF_INTENT_UNFIT(t -> concluded(t, IntentSubmitted.class, "ASK_ASIDE")),
  CONCLUSION_OF_REVIEW_UNFIT(t -> concluded(t, Review.class, "NOTIFY")),
  CONCLUSION_OF_INTERVALS_UNFIT(t -> concluded(t, IntervalsRestarted.class, "ASK_ASIDE"));

  private final Attack attack;

  Tamper(Attack attack) {
    this.attack = attack;
  }

  /** Does it to a copy; empty if there is nothing in it that it could be done to. */
  interface Attack {
    Optional<Trace> on(PlayedTopics topics);
  }

  /** What an audit must tell of it, and where. */
  record Trace(Rule rule, String topic, int partition, long offset) {
    boolean isTold(Finding finding) {
      return finding.rule() == rule
          && finding.topic().equals(topic)
          && finding.partition() == partition
          && finding.offset() == offset;
    }
  }

  Optional<Trace> with(PlayedTopics copy) {
    return attack.on(copy);
  }
}
