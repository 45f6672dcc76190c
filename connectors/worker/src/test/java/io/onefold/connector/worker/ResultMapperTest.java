package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.Evidence;
import io.onefold.connector.Observation;
import io.onefold.connector.SendResult;
import io.onefold.destination.Normaliser;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.SendReported;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResultMapperTest {
  private static final Instant AT = Instant.ofEpochMilli(1234);
  private final ManualClock clock = new ManualClock();

  @Test
  void shouldCarryEveryResultAndDetailIntoTheLog() {
    Map<SendResult, String> expected =
        Map.of(
            FakeConnector.accepted(),
            "ACCEPTED NONE",
            new SendResult.AcceptedLater("202", Evidence.NONE, Optional.empty()),
            "ACCEPTED_LATER NONE",
            FakeConnector.refused(),
            "REFUSED REJECTED_BY_DESTINATION",
            FakeConnector.deferred(Duration.ofSeconds(3)),
            "DEFERRED RATE_LIMITED",
            FakeConnector.notSent(SendResult.NotSent.Why.TLS_FAILED),
            "NOT_SENT TLS_FAILED",
            FakeConnector.unknown(),
            "UNKNOWN TIMEOUT");

    expected.forEach(
        (result, words) -> {
          SendReported report = throughTheLog(result);
          assertEquals(words, report.getResult() + " " + report.getDetail());
        });
  }

  @Test
  void shouldCarryTheTimeToWait() {
    assertEquals(
        3000L, throughTheLog(FakeConnector.deferred(Duration.ofSeconds(3))).getRetryAfterMs());
    assertEquals(
        Long.MAX_VALUE,
        throughTheLog(FakeConnector.deferred(Duration.ofSeconds(Long.MAX_VALUE)))
            .getRetryAfterMs());
    assertNull(throughTheLog(FakeConnector.accepted()).getRetryAfterMs());
  }

  @Test
  void shouldLeaveAnIdentifierOutRatherThanCutIt() {
    String huge = "x".repeat(2_000_000);
    SendReported report =
        throughTheLog(
            new SendResult.Accepted(
                huge,
                new Evidence(
                    Optional.of(201),
                    Optional.of(huge),
                    Optional.of(huge),
                    Optional.of("job-1"),
                    Optional.of(huge)),
                Optional.of(huge)));

    assertNull(report.getEvidence().getProviderId());
    assertNull(report.getEvidence().getPublicUrl());
    assertNull(report.getIdempotencyKey());
    assertEquals("job-1", report.getEvidence().getJob());
    assertTrue(report.getMessage().contains("provider ID was left out"));
    assertTrue(report.getMessage().length() < 2000);
    assertEquals(Evidence.MAX_EXCERPT, report.getEvidence().getExcerpt().length());
  }

  @Test
  void shouldKeepIdentifiersInTheSmallestReport() {
    SendReported small = ResultMapper.smallest(throughTheLog(FakeConnector.accepted()));

    assertEquals("ACCEPTED", small.getResult());
    assertEquals("claim", small.getClaimId());
    assertEquals("id-1", small.getEvidence().getProviderId());
    assertNull(small.getEvidence().getExcerpt());
    assertNull(small.getReadback());
  }

  @Test
  void shouldCarryAFoundItem() {
    ReadbackObservation found =
        observed(
            new Observation.Found(
                Observation.Found.Kind.NORMALISED,
                "reference",
                2,
                Optional.of("id"),
                Optional.of("https://x.example"),
                Optional.of("sha256:1"),
                List.of(Normaliser.NFC, Normaliser.UNESCAPE_HTML),
                "there"));

    assertEquals("FOUND", found.getResult());
    assertEquals("NORMALISED", found.getDetail());
    assertEquals("reference", found.getMethod());
    assertEquals(2, found.getMatches());
    assertEquals("id", found.getProviderId());
    assertEquals("https://x.example", found.getPublicUrl());
    assertEquals("sha256:1", found.getObservedHash());
    assertEquals(List.of("nfc", "unescape-html"), found.getNormalisers());
    assertEquals(1234, found.getObservedAtMs());
  }

  @Test
  void shouldCarryAbsenceAndWhetherItWasComplete() {
    ReadbackObservation absent = observed(new Observation.NotFound(false, true, "list", "none"));
    ReadbackObservation failed = observed(new Observation.NotFound(true, false, "job", "failed"));

    assertEquals("NOT_FOUND ABSENT", absent.getResult() + " " + absent.getDetail());
    assertTrue(absent.getComplete());
    assertEquals("NOT_FOUND JOB_FAILED", failed.getResult() + " " + failed.getDetail());
    assertEquals(false, failed.getComplete());
  }

  @Test
  void shouldCarryWhyNothingCouldBeTold() {
    ReadbackObservation open =
        observed(
            new Observation.Inconclusive(
                Observation.Inconclusive.Why.CACHED, "id", "from a cache"));

    assertEquals("INCONCLUSIVE CACHED", open.getResult() + " " + open.getDetail());
    assertEquals(0, open.getMatches());
  }

  private static ReadbackObservation observed(Observation observation) {
    return ResultMapper.observation(new Seen(observation, AT));
  }

  private SendReported throughTheLog(SendResult result) {
    Claim claim = new Claim("claim", "op", 2, "blog", 0, 0, AT, Duration.ZERO, Duration.ZERO);
    AttemptOutcome outcome =
        new AttemptOutcome(result, Optional.empty(), Optional.of(AT), clock.now());
    ProviderEvent event = new ProviderEvents("w", 1, clock).sendReported(claim, outcome);
    try (AvroSerde<ProviderEvent> serde =
        AvroSerde.of(ProviderEvent.class, SchemaIds.from(Map.of()))) {
      byte[] bytes = serde.serializer().serialize("t", event);
      return (SendReported) serde.deserializer().deserialize("t", bytes).getFact();
    }
  }
}
