package io.onefold.codec;

import io.onefold.operation.Review;
import java.util.Optional;

/** Decisions of people. */
public final class ReviewCodec {
  private ReviewCodec() {}

  /** Reads one review. */
  public static Review read(io.onefold.schema.Review avro) {
    return new Review(
        Fields.constant(Review.Action.class, avro.getAction(), "action"),
        Fields.present(avro.getReason(), "reason"),
        Fields.present(avro.getReviewer(), "reviewer"),
        avro.getSequence(),
        Optional.ofNullable(avro.getProviderId()),
        Optional.ofNullable(avro.getPublicUrl()),
        Optional.ofNullable(avro.getEvidence()),
        avro.getForce(),
        Fields.instant(avro.getReviewedAtMs()));
  }

  static io.onefold.schema.Review write(String operationId, Review review) {
    io.onefold.schema.Review avro = new io.onefold.schema.Review();
    avro.setOperationId(operationId);
    avro.setAction(review.action().name());
    avro.setReason(review.reason());
    avro.setReviewer(review.reviewer());
    avro.setSequence(review.sequence());
    avro.setProviderId(Fields.orNull(review.providerId()));
    avro.setPublicUrl(Fields.orNull(review.publicUrl()));
    avro.setEvidence(Fields.orNull(review.evidence()));
    avro.setForce(review.force());
    avro.setReviewedAtMs(review.reviewedAt().toEpochMilli());
    return avro;
  }
}
