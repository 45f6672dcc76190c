package io.onefold.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.onefold.operation.Approval;
import io.onefold.operation.Intent;
import io.onefold.operation.Review;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReviewCodecTest {
  static Stream<Arguments> unreadableReviews() {
    return Stream.of(
        unreadable(
            "action is 'SHRUG'; allowed: [CONFIRM_DONE, CONFIRM_NOT_DONE, AUTHORISE_RETRY, RECHECK,"
                + " APPROVE, CANCEL, ACKNOWLEDGE]",
            r -> r.setAction("SHRUG")),
        unreadable("reviewer is blank; it must say something", r -> r.setReviewer("  ")),
        unreadable("reason is blank; it must say something", r -> r.setReason("")));
  }

  private static Arguments unreadable(String message, Consumer<io.onefold.schema.Review> damage) {
    return Arguments.of(message, damage);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unreadableReviews")
  void shouldNameFieldAndAllowedWhenReviewIsUnreadable(
      String message, Consumer<io.onefold.schema.Review> damage) {
    // given
    io.onefold.schema.Review avro = ReviewCodec.write("op-1", new Arbitrary(2).any(Review.class));
    damage.accept(avro);

    // when
    UnreadableRecordException refused =
        assertThrows(UnreadableRecordException.class, () -> ReviewCodec.read(avro));

    // then
    assertEquals(message, refused.getMessage());
  }

  @Test
  void shouldReadBackIntentWithItsPayloadWhenItCameFromItsTopic() {
    LongStream.range(0, 50)
        .forEach(
            seed -> {
              // given
              Intent intent = new Arbitrary(seed).any(Intent.class);
              io.onefold.schema.Intent avro =
                  Wire.through(io.onefold.schema.Intent.class, IntentCodec.write(intent, true));

              // when
              Intent read = IntentCodec.read(avro, Instant.EPOCH);

              // then
              assertEquals(
                  io.onefold.schema.PayloadHash.ofBytes(intent.payload().array()).value(),
                  read.payloadHash(),
                  "the ledger hashes the bytes itself");
              assertEquals(intent.payload(), read.payload(), "seed " + seed);
              assertEquals(intent.attributes(), read.attributes(), "seed " + seed);
              assertEquals(intent.approval(), read.approval(), "seed " + seed);
            });
  }

  @Test
  void shouldDateIntentByItsRecordWhenItHasNoTimeOfItsOwn() {
    // given
    io.onefold.schema.Intent avro = IntentCodec.write(new Arbitrary(1).any(Intent.class), true);
    avro.setIssuedAtMs(null);

    // when
    Intent read = IntentCodec.read(avro, Instant.ofEpochMilli(99));

    // then
    assertEquals(Instant.ofEpochMilli(99), read.issuedAt());
  }

  @Test
  void shouldNameAllowedDecisionsWhenApprovalIsNeitherYesNorNo() {
    // given
    io.onefold.schema.Intent avro = IntentCodec.write(new Arbitrary(1).any(Intent.class), true);
    avro.setApproval(
        IntentCodec.approval(new Approval("p", Approval.Verdict.DENIED, "x", Instant.EPOCH, "h")));
    avro.getApproval().setDecision("PERHAPS");

    // when
    UnreadableRecordException refused =
        assertThrows(UnreadableRecordException.class, () -> IntentCodec.read(avro, Instant.EPOCH));

    // then
    assertEquals(
        Optional.of("approval.decision is 'PERHAPS'; allowed: [APPROVED, DENIED]"),
        Optional.ofNullable(refused.getMessage()));
  }
}
