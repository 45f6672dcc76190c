package io.onefold.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.SendReport;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.SendReported;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReportCodecTest {
  static Stream<Arguments> unreadableReports() {
    return Stream.of(
        unreadable(
            "result is 'MAYBE'; allowed: [ACCEPTED, ACCEPTED_LATER, REFUSED, DEFERRED, NOT_SENT,"
                + " UNKNOWN]",
            r -> r.setResult("MAYBE")),
        unreadable("result is 'accepted'; allowed: [", r -> r.setResult("accepted")),
        unreadable("detail is 'MOOD'; allowed: [NONE, TIMEOUT,", r -> r.setDetail("MOOD")),
        unreadable("token is 0; allowed: 1 or more", r -> r.setToken(0)),
        unreadable("token is -5; allowed: 1 or more", r -> r.setToken(-5)),
        unreadable(
            "observation.detail is 'GLIMPSE'; allowed: [MATCH,",
            r -> r.setReadback(observation("FOUND", "GLIMPSE"))));
  }

  private static Arguments unreadable(String message, Consumer<SendReported> damage) {
    return Arguments.of(message, damage);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unreadableReports")
  void shouldNameFieldValueAndAllowedWhenReportIsUnreadable(
      String message, Consumer<SendReported> damage) {
    // given
    SendReported avro = ReportCodec.write(1, "c-1", new Arbitrary(5).any(SendReport.class));
    damage.accept(avro);

    // when
    UnreadableRecordException refused =
        assertThrows(UnreadableRecordException.class, () -> ReportCodec.read(avro));

    // then
    assertTrue(refused.getMessage().startsWith(message), refused::getMessage);
  }

  @ParameterizedTest
  @CsvSource({
    "NOT_FOUND, MATCH, FOUND",
    "FOUND, ABSENT, NOT_FOUND",
    "INCONCLUSIVE, JOB_FAILED, NOT_FOUND",
    "NOT_FOUND, UNAVAILABLE, INCONCLUSIVE",
    "'', MANY, FOUND"
  })
  void shouldRefuseObservationWhenResultAndDetailDoNotGoTogether(
      String result, String detail, String allowed) {
    // given
    ReadbackObservation avro = observation(result, detail);

    // when
    UnreadableRecordException refused =
        assertThrows(UnreadableRecordException.class, () -> ObservationCodec.read(avro));

    // then
    assertEquals(
        "observation.result is '%s', which does not go with detail %s; allowed: %s"
            .formatted(result, detail, allowed),
        refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 0",
    "-9223372036854775808, 0",
    "0, 0",
    "2000, 2000",
    "31622400000, 31622400000",
    "31622400001, 31622400000",
    "9223372036854775807, 31622400000"
  })
  void shouldWaitBetweenNothingAndOneYearWhenDestinationAsksForAnyDelay(long asked, long waited) {
    // given
    SendReported avro = ReportCodec.write(1, "c-1", new Arbitrary(5).any(SendReport.class));
    avro.setRetryAfterMs(asked);

    // when
    SendReport report = ReportCodec.read(avro);

    // then
    assertEquals(Optional.of(Duration.ofMillis(waited)), report.retryAfter());
  }

  @Test
  void shouldKeepBeginningOfWordsWhenWorkerSendsTooMany() {
    // given
    String long4k = "x".repeat(4_000) + "end";
    SendReported avro = ReportCodec.write(1, "c-1", new Arbitrary(5).any(SendReport.class));
    avro.setMessage(long4k);
    avro.getEvidence().setExcerpt(long4k);
    avro.setReadback(observation("FOUND", "MATCH"));
    avro.getReadback().setMessage(long4k);

    // when
    SendReport report = ReportCodec.read(avro);

    // then
    String kept = "x".repeat(2_047) + "…";
    assertEquals(kept, report.message());
    assertEquals(Optional.of(kept), report.evidence().excerpt());
    assertEquals(kept, report.readback().orElseThrow().message());
  }

  private static ReadbackObservation observation(String result, String detail) {
    ReadbackObservation avro = new ReadbackObservation();
    avro.setResult(result);
    avro.setDetail(detail);
    avro.setMethod("id");
    avro.setNormalisers(java.util.List.of());
    avro.setMessage("");
    return avro;
  }
}
