package io.onefold.codec;

import io.onefold.operation.Concern;
import io.onefold.operation.OperationInput;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.Questions;
import io.onefold.operation.StateName;
import io.onefold.schema.AllowedDecision;
import io.onefold.schema.DestinationRef;
import io.onefold.schema.Escalation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Open questions, and the news that one is answered. */
public final class EscalationCodec {
  private EscalationCodec() {}

  /** The question that is open in this state; empty if there is none. */
  public static Optional<Escalation> open(OperationState state) {
    return Questions.open(state).map(concern -> open(state, concern));
  }

  /**
   * What is to be told of the open question once it has changed: how it stands now, or that it is
   * answered. Empty if there was none and is none.
   */
  public static Optional<Escalation> news(
      OperationState before, OperationInput input, OperationState after) {
    return open(after)
        .or(() -> Questions.open(before).map(c -> closed(after, c, input.at(), by(input, after))));
  }

  private static String by(OperationInput input, OperationState after) {
    return input instanceof OperationInput.ReviewSubmitted review
        ? review.review().reviewer()
        : "became " + StateName.of(after);
  }

  private static Escalation open(OperationState state, Concern concern) {
    Escalation avro = about(state, concern);
    avro.setStatus("OPEN");
    avro.setDecisions(
        Questions.allowed(state).entrySet().stream()
            .map(e -> new AllowedDecision(e.getKey().name(), e.getValue()))
            .toList());
    return avro;
  }

  /**
   * The news that a question is answered.
   *
   * @param before the question that was open
   * @param by who or what answered it
   */
  public static Escalation closed(OperationState state, Concern before, Instant at, String by) {
    Escalation avro = about(state, before);
    avro.setStatus("CLOSED");
    avro.setDecisions(List.of());
    avro.setClosedAtMs(at.toEpochMilli());
    avro.setClosedBy(by);
    return avro;
  }

  private static Escalation about(OperationState state, Concern concern) {
    Escalation avro = new Escalation();
    avro.setOperationId(state.operationId());
    avro.setEscalationId(state.operationId() + "#" + concern.openedBy());
    avro.setReason(concern.reason().name());
    avro.setFirstBrokenStage(concern.stage().name());
    avro.setKnown(concern.text());
    avro.setState(StateName.of(state).name());
    avro.setOpenedAtMs(concern.openedAt().toEpochMilli());
    avro.setSequence(state.sequence());
    avro.setAttempts(List.of());
    switch (state) {
      case Absent absent -> throw new IllegalStateException("nothing is open about nothing");
      case Forgotten f -> {
        avro.setDestination(new DestinationRef(f.destination(), "", "", ""));
        avro.setPayloadHash(f.payloadHash());
      }
      case Known known -> {
        avro.setDestination(ReceiptCodec.destination(known.operation()));
        avro.setPayloadHash(known.operation().intent().payloadHash());
        avro.setAttempts(ReceiptCodec.attempts(known.operation()));
        avro.setOwner(Fields.orNull(known.operation().intent().owner()));
      }
    }
    return avro;
  }
}
