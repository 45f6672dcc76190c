package io.onefold.codec;

import io.onefold.codec.StoredOperation.ReceiptMark;
import io.onefold.operation.Attempt;
import io.onefold.operation.Ending;
import io.onefold.operation.Observation;
import io.onefold.operation.Operation;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.Reason;
import io.onefold.operation.RenderedBody;
import io.onefold.operation.Review;
import io.onefold.operation.SendReport;
import io.onefold.schema.AttemptRecord;
import io.onefold.schema.DestinationRef;
import io.onefold.schema.Receipt;
import io.onefold.schema.SignatureRecord;
import io.onefold.schema.signing.ReceiptSignature;
import io.onefold.schema.signing.SigningKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Receipts, derived from the final state alone. */
public final class ReceiptCodec {
  private ReceiptCodec() {}

  /** The receipt of an operation that ended with the marked event. */
  public static Receipt receipt(Final state, ReceiptMark mark) {
    Operation op = state.operation();
    Ending ending = state.ending();
    Receipt avro = new Receipt();
    avro.setOperationId(op.id());
    avro.setOutcome(outcome(ending.outcome()));
    avro.setResolution(resolution(ending.outcome()));
    avro.setReason(Fields.orNull(ending.reason().map(Reason::name)));
    avro.setMessage(ending.text());
    avro.setPayloadHash(op.intent().payloadHash());
    avro.setObservedHash(Fields.orNull(ending.readback().flatMap(Observation::observedHash)));
    avro.setNormalisers(ending.readback().map(Observation::normalisers).orElse(List.of()));
    avro.setDestination(destination(op));
    avro.setProviderId(Fields.orNull(ending.providerId()));
    avro.setPublicUrl(Fields.orNull(ending.publicUrl()));
    avro.setReadback(Fields.orNull(ending.readback().map(ObservationCodec::write)));
    avro.setOwner(Fields.orNull(op.intent().owner()));
    avro.setPolicyDecision(Fields.orNull(op.intent().approval().map(IntentCodec::approval)));
    avro.setEvidence(ending.evidence().name());
    avro.setAttempts(attempts(op));
    avro.setReviewer(Fields.orNull(ending.review().map(Review::reviewer)));
    avro.setReviewReason(Fields.orNull(ending.review().map(Review::reason)));
    avro.setIssuedAtMs(ending.at().toEpochMilli());
    avro.setJournalSequence(mark.sequence());
    avro.setChain(mark.chain());
    avro.setBodyHash(Fields.orNull(op.body().map(RenderedBody::hash)));
    avro.setSignature(Fields.orNull(mark.signature()));
    return avro;
  }

  /** The signature that this key gives the receipt. */
  public static SignatureRecord signature(Final state, ReceiptMark mark, SigningKey key) {
    return ReceiptSignature.sign(receipt(state, mark), key);
  }

  static DestinationRef destination(Operation op) {
    return new DestinationRef(
        op.intent().destination(),
        op.policy().map(p -> p.connector()).orElse(""),
        op.intent().account(),
        op.intent().environment());
  }

  static List<AttemptRecord> attempts(Operation op) {
    return op.attempts().entries().stream().map(ReceiptCodec::attempt).toList();
  }

  private static AttemptRecord attempt(Attempt a) {
    return new AttemptRecord(
        a.token(),
        a.claimId(),
        a.worker().id() + "/" + a.worker().incarnation(),
        a.startedAt().toEpochMilli(),
        Fields.ms(a.endedAt()),
        Fields.orNull(a.idempotencyKey()),
        Fields.orNull(a.result().map(SendReport.Result::name)),
        a.detail().name(),
        a.message());
  }

  private static String outcome(Ending.Outcome outcome) {
    return switch (outcome) {
      case VERIFIED -> "VERIFIED";
      case REJECTED -> "REJECTED";
      case RESOLVED_DONE, RESOLVED_NOT_DONE, RESOLVED_UNKNOWN -> "RESOLVED";
    };
  }

  private static @Nullable String resolution(Ending.Outcome outcome) {
    return switch (outcome) {
      case VERIFIED, REJECTED -> null;
      case RESOLVED_DONE -> "DONE";
      case RESOLVED_NOT_DONE -> "NOT_DONE";
      case RESOLVED_UNKNOWN -> "UNKNOWN";
    };
  }
}
