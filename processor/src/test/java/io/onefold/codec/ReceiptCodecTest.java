package io.onefold.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.codec.StoredOperation.ReceiptMark;
import io.onefold.operation.Attempt;
import io.onefold.operation.Ending;
import io.onefold.operation.Observation;
import io.onefold.operation.Operation;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Rejected;
import io.onefold.operation.OperationState.Resolved;
import io.onefold.operation.OperationState.Verified;
import io.onefold.operation.Review;
import io.onefold.schema.AttemptRecord;
import io.onefold.schema.Receipt;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ReceiptCodecTest {
  private static final int SEEDS = 30;

  @ParameterizedTest
  @EnumSource
  void shouldSayAllThatTheEndingSaysWhenEndedAs(Ending.Outcome outcome) {
    LongStream.range(0, SEEDS)
        .forEach(
            seed -> {
              // given
              Final end = ended(outcome, new Arbitrary(seed));

              // when
              Receipt receipt =
                  Wire.through(
                      Receipt.class,
                      ReceiptCodec.receipt(end, new ReceiptMark(7, "ab".repeat(32))));

              // then
              assertAgrees(end.ending(), receipt);
              assertAgrees(end.operation(), receipt);
              assertEquals(7, receipt.getJournalSequence());
              assertEquals("ab".repeat(32), receipt.getChain());
            });
  }

  @ParameterizedTest
  @CsvSource({
    "VERIFIED, VERIFIED,",
    "REJECTED, REJECTED,",
    "RESOLVED_DONE, RESOLVED, DONE",
    "RESOLVED_NOT_DONE, RESOLVED, NOT_DONE",
    "RESOLVED_UNKNOWN, RESOLVED, UNKNOWN"
  })
  void shouldNameOutcomeAndResolutionWhenEndedAs(
      Ending.Outcome outcome, String name, @Nullable String resolution) {
    // given
    Final end = ended(outcome, new Arbitrary(4));

    // when
    Receipt receipt = ReceiptCodec.receipt(end, new ReceiptMark(7, "ab".repeat(32)));

    // then
    assertEquals(name, receipt.getOutcome());
    assertEquals(resolution, receipt.getResolution());
  }

  private static Final ended(Ending.Outcome outcome, Arbitrary arbitrary) {
    Operation op = arbitrary.any(Operation.class);
    Ending any = arbitrary.any(Ending.class);
    Ending ending =
        new Ending(
            outcome,
            any.at(),
            any.reason(),
            any.text(),
            any.evidence(),
            any.readback(),
            any.providerId(),
            any.publicUrl(),
            any.review());
    return switch (outcome) {
      case VERIFIED -> new Verified(op, ending);
      case REJECTED -> new Rejected(op, ending);
      case RESOLVED_DONE, RESOLVED_NOT_DONE, RESOLVED_UNKNOWN -> new Resolved(op, ending);
    };
  }

  private static void assertAgrees(Ending ending, Receipt receipt) {
    assertSame(ending.reason().map(Enum::name), receipt.getReason());
    assertEquals(ending.text(), receipt.getMessage());
    assertEquals(ending.evidence().name(), receipt.getEvidence());
    assertSame(ending.providerId(), receipt.getProviderId());
    assertSame(ending.publicUrl(), receipt.getPublicUrl());
    assertSame(ending.review().map(Review::reviewer), receipt.getReviewer());
    assertSame(ending.review().map(Review::reason), receipt.getReviewReason());
    assertEquals(ending.at().toEpochMilli(), receipt.getIssuedAtMs());
    assertSame(ending.readback().flatMap(Observation::observedHash), receipt.getObservedHash());
    assertEquals(
        ending.readback().map(Observation::normalisers).orElse(List.of()),
        receipt.getNormalisers());
    assertSame(ending.readback(), receipt.getReadback(), ObservationCodec::read);
  }

  private static void assertAgrees(Operation op, Receipt receipt) {
    assertEquals(op.id(), receipt.getOperationId());
    assertEquals(op.intent().payloadHash(), receipt.getPayloadHash());
    assertSame(op.intent().owner(), receipt.getOwner());
    assertEquals(op.intent().destination(), receipt.getDestination().getId());
    assertEquals(
        op.policy().map(p -> p.connector()).orElse(""), receipt.getDestination().getConnector());
    assertEquals(op.intent().account(), receipt.getDestination().getAccount());
    assertEquals(op.intent().environment(), receipt.getDestination().getEnvironment());
    assertSame(
        op.intent().approval().map(a -> a.policy() + a.decision() + a.by() + a.payloadHash()),
        receipt.getPolicyDecision(),
        p -> p.getPolicy() + p.getDecision() + p.getBy() + p.getPayloadHash());
    List<Attempt> attempts = op.attempts().entries();
    assertEquals(attempts.size(), receipt.getAttempts().size());
    for (int i = 0; i < attempts.size(); i++) {
      assertAgrees(attempts.get(i), receipt.getAttempts().get(i));
    }
  }

  private static void assertAgrees(Attempt attempt, AttemptRecord record) {
    assertEquals(attempt.token(), record.getToken());
    assertEquals(attempt.claimId(), record.getClaimId());
    assertEquals(attempt.worker().id() + "/" + attempt.worker().incarnation(), record.getWorker());
    assertEquals(attempt.startedAt().toEpochMilli(), record.getStartedAtMs());
    assertSame(attempt.endedAt().map(t -> t.toEpochMilli()), record.getEndedAtMs());
    assertSame(attempt.idempotencyKey(), record.getIdempotencyKey());
    assertSame(attempt.result().map(Enum::name), record.getResult());
    assertEquals(attempt.detail().name(), record.getDetail());
    assertEquals(attempt.message(), record.getMessage());
  }

  private static <T> void assertSame(Optional<T> expected, @Nullable T actual) {
    assertSame(expected, actual, v -> v);
  }

  private static <T, A> void assertSame(
      Optional<T> expected, @Nullable A actual, java.util.function.Function<A, T> read) {
    if (actual == null) {
      assertTrue(expected.isEmpty(), () -> expected + " was lost");
      assertNull(actual);
    } else {
      assertEquals(expected, Optional.of(read.apply(actual)));
    }
  }
}
