package io.onefold.codec;

import io.onefold.operation.Bytes;
import io.onefold.operation.DestinationPolicy;
import io.onefold.operation.Ending;
import io.onefold.operation.OperationEvent;
import io.onefold.operation.OperationInput;
import io.onefold.operation.Origin;
import io.onefold.operation.Reason;
import io.onefold.operation.Rendering;
import io.onefold.operation.Step;
import io.onefold.operation.Timers;
import io.onefold.operation.Worker;
import io.onefold.schema.Cause;
import io.onefold.schema.ClaimReceived;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Conclusion;
import io.onefold.schema.HolderDied;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.IntervalsRestarted;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;
import io.onefold.schema.TimerFired;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Journal events. What is written can be read back, but for payload bytes, which stay in the
 * intents topic, and for why a body could not be rendered, which the step says.
 */
public final class JournalCodec {
  /**
   * Stands in the place of a timer's name: the released union of inputs can have no further branch.
   */
  private static final String REOPENED = "REOPENED";

  private JournalCodec() {}

  /** The Avro record of an event, with an empty chain and without the names of the states. */
  public static io.onefold.schema.OperationEvent write(OperationEvent event) {
    OperationInput input = event.input();
    io.onefold.schema.OperationEvent avro = new io.onefold.schema.OperationEvent();
    avro.setOperationId(event.operationId());
    avro.setSequence(event.sequence());
    avro.setAtMs(input.at().toEpochMilli());
    avro.setCause(cause(input.origin()));
    avro.setInput(input(event.operationId(), input));
    avro.setConclusion(conclusion(event.step()));
    return avro;
  }

  /** The event of an Avro record. The payload of an intent is empty. */
  public static OperationEvent read(io.onefold.schema.OperationEvent avro) {
    return new OperationEvent(
        avro.getOperationId(), avro.getSequence(), input(avro), step(avro.getConclusion()));
  }

  static Cause cause(Origin origin) {
    return new Cause(origin.source(), origin.partition(), origin.offset());
  }

  static Origin origin(Cause cause) {
    return new Origin(cause.getSource(), cause.getPartition(), cause.getOffset());
  }

  private static Object input(String operationId, OperationInput input) {
    return switch (input) {
      case OperationInput.IntentSubmitted in ->
          new IntentSubmitted(
              IntentCodec.write(in.intent(), false),
              in.intent().payloadHash(),
              Fields.orNull(in.destination().map(PolicyCodec::write)),
              BodyCodec.write(in.rendering().replacement()));
      case OperationInput.ClaimRequested in ->
          new ClaimReceived(
              new ClaimRequested(in.token(), in.claimId()),
              in.worker().id(),
              in.worker().incarnation(),
              in.workerAlive());
      case OperationInput.SendReported in ->
          new ReportReceived(
              ReportCodec.write(in.token(), in.claimId(), in.report()),
              in.worker().id(),
              in.worker().incarnation());
      case OperationInput.ReadbackReported in ->
          new ReadbackReported(in.token(), in.number(), ObservationCodec.write(in.observation()));
      case OperationInput.ReviewSubmitted in -> ReviewCodec.write(operationId, in.review());
      case OperationInput.TimerFired in -> new TimerFired(in.timer().name(), in.token());
      case OperationInput.DestinationReopened in -> new TimerFired(REOPENED, in.token());
      case OperationInput.HolderDied in ->
          new HolderDied(
              in.successor().id(), in.successor().incarnation(), Fields.orNull(in.fencedBecause()));
      case OperationInput.IntervalsRestarted in -> new IntervalsRestarted();
    };
  }

  private static OperationInput input(io.onefold.schema.OperationEvent avro) {
    Instant at = Fields.instant(avro.getAtMs());
    Origin origin = origin(avro.getCause());
    return switch (avro.getInput()) {
      case IntentSubmitted in ->
          new OperationInput.IntentSubmitted(
              at,
              origin,
              IntentCodec.read(in.getIntent(), Bytes.EMPTY, in.getPayloadHash(), at),
              policy(in),
              Rendering.of(BodyCodec.read(in.getBody())));
      case ClaimReceived in ->
          new OperationInput.ClaimRequested(
              at,
              origin,
              in.getClaim().getToken(),
              in.getClaim().getClaimId(),
              new Worker(in.getWorkerId(), in.getIncarnation()),
              in.getWorkerAlive());
      case ReportReceived in ->
          new OperationInput.SendReported(
              at,
              origin,
              in.getReport().getToken(),
              in.getReport().getClaimId(),
              new Worker(in.getWorkerId(), in.getIncarnation()),
              ReportCodec.read(in.getReport()));
      case ReadbackReported in ->
          new OperationInput.ReadbackReported(
              at,
              origin,
              in.getToken(),
              in.getNumber(),
              ObservationCodec.read(in.getObservation()));
      case Review in -> new OperationInput.ReviewSubmitted(at, origin, ReviewCodec.read(in));
      case TimerFired in when in.getTimer().equals(REOPENED) ->
          new OperationInput.DestinationReopened(at, origin, in.getToken());
      case TimerFired in ->
          new OperationInput.TimerFired(
              at,
              origin,
              Fields.constant(Timers.Kind.class, in.getTimer(), "timer"),
              in.getToken());
      case HolderDied in ->
          new OperationInput.HolderDied(
              at,
              origin,
              new Worker(in.getWorkerId(), in.getIncarnation()),
              Optional.ofNullable(in.getFencedBecause()));
      case IntervalsRestarted in -> new OperationInput.IntervalsRestarted(at, origin);
      default ->
          throw new UnreadableRecordException("input is a " + avro.getInput().getClass().getName());
    };
  }

  private static Optional<DestinationPolicy> policy(IntentSubmitted in) {
    return Optional.ofNullable(in.getPolicy()).map(PolicyCodec::read);
  }

  private static Conclusion conclusion(Step step) {
    return switch (step) {
      case Step.Stay s -> conclusion("STAY", s.remark().name(), s.text());
      case Step.Notify s ->
          new Conclusion("NOTIFY", s.reason().name(), null, s.text(), s.fields(), null);
      case Step.Offer s -> conclusion("OFFER", s.why().name(), s.dispatchAt());
      case Step.SendOffer s -> conclusion("SEND_OFFER", "", "");
      case Step.GrantClaim s -> conclusion("GRANT_CLAIM", "", s.leaseUntil());
      case Step.Ask s -> conclusion("ASK", "", "");
      case Step.AskAside s -> conclusion("ASK_ASIDE", "", "");
      case Step.AskLater s -> conclusion("ASK_LATER", "", s.at());
      case Step.Escalate s ->
          new Conclusion(
              "ESCALATE", s.reason().name(), s.stage().name(), s.text(), List.of(), null);
      case Step.Verify s -> conclusion("VERIFY", s.evidence().name(), "");
      case Step.Reject s -> conclusion("REJECT", s.reason().name(), s.text());
      case Step.Resolve s -> conclusion("RESOLVE", s.outcome().name(), "");
      case Step.Forget s -> conclusion("FORGET", "", "");
    };
  }

  private static Conclusion conclusion(String kind, String why, String text) {
    return new Conclusion(kind, why, null, text, List.of(), null);
  }

  private static Conclusion conclusion(String kind, String why, Instant at) {
    return new Conclusion(kind, why, null, "", List.of(), at.toEpochMilli());
  }

  private static Step step(Conclusion c) {
    return switch (c.getKind()) {
      case "STAY" ->
          new Step.Stay(Fields.constant(Step.Remark.class, c.getWhy(), "why"), c.getText());
      case "NOTIFY" -> new Step.Notify(reason(c), c.getText(), c.getFields());
      case "OFFER" ->
          new Step.Offer(Fields.constant(Step.Offer.Why.class, c.getWhy(), "why"), moment(c));
      case "SEND_OFFER" -> new Step.SendOffer();
      case "GRANT_CLAIM" -> new Step.GrantClaim(moment(c));
      case "ASK" -> new Step.Ask();
      case "ASK_ASIDE" -> new Step.AskAside();
      case "ASK_LATER" -> new Step.AskLater(moment(c));
      case "ESCALATE" -> new Step.Escalate(reason(c), stage(c.getStage()), c.getText());
      case "VERIFY" -> new Step.Verify(Fields.constant(Ending.Level.class, c.getWhy(), "why"));
      case "REJECT" -> new Step.Reject(reason(c), c.getText());
      case "RESOLVE" -> new Step.Resolve(Fields.constant(Ending.Outcome.class, c.getWhy(), "why"));
      case "FORGET" -> new Step.Forget();
      default ->
          throw new UnreadableRecordException(
              "conclusion.kind is '%s', which no released version writes".formatted(c.getKind()));
    };
  }

  private static Reason reason(Conclusion c) {
    return Fields.constant(Reason.class, c.getWhy(), "why");
  }

  private static Reason.Stage stage(@Nullable String name) {
    return Fields.constant(Reason.Stage.class, name == null ? "" : name, "stage");
  }

  private static Instant moment(Conclusion c) {
    if (c.getAtMs() == null) {
      throw new UnreadableRecordException("conclusion %s has no time".formatted(c.getKind()));
    }
    return Fields.instant((long) c.getAtMs());
  }
}
