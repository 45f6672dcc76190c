package io.onefold.connector.worker;

import io.onefold.connector.Evidence;
import io.onefold.connector.Observation;
import io.onefold.connector.SendResult;
import io.onefold.destination.Normaliser;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.SendReported;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Connector outcomes as they travel on topics.
 *
 * <p>Every text has a bound, so that a report always fits into a record: a message or excerpt is
 * cut; an identifier, address or key that is too long is left out and the message says so, because
 * half an identifier would name something else.
 */
public final class ResultMapper {
  /** Longest message, in characters. */
  static final int MAX_MESSAGE = 1000;

  /** Longest identifier, address or key, in characters. */
  static final int MAX_REFERENCE = 4096;

  private ResultMapper() {}

  /** The report of one attempt. */
  public static SendReported sendReported(Claim claim, AttemptOutcome outcome) {
    SendResult result = outcome.result();
    References kept = new References();
    SendReported report = new SendReported();
    report.setToken(claim.token());
    report.setClaimId(claim.claimId());
    report.setResult(label(result));
    report.setDetail(detail(result));
    outcome.startedAt().ifPresent(at -> report.setStartedAtMs(at.toEpochMilli()));
    report.setEndedAtMs(outcome.endedAt().toEpochMilli());
    kept.of("idempotency key", result.idempotencyKey()).ifPresent(report::setIdempotencyKey);
    report.setEvidence(evidence(result.evidence(), kept));
    report.setMessage(kept.explain(result.message()));
    if (result instanceof SendResult.Deferred deferred) {
      report.setRetryAfterMs(millis(deferred.retryAfter()));
    }
    outcome.readback().ifPresent(seen -> report.setReadback(observation(seen)));
    return report;
  }

  /** One look, as it travels. */
  public static ReadbackObservation observation(Seen seen) {
    References kept = new References();
    ReadbackObservation record = new ReadbackObservation();
    record.setMethod(seen.observation().method());
    record.setObservedAtMs(seen.at().toEpochMilli());
    record.setNormalisers(List.of());
    switch (seen.observation()) {
      case Observation.Found found -> fill(record, found, kept);
      case Observation.NotFound absent -> fill(record, absent);
      case Observation.Inconclusive open -> fill(record, open);
    }
    record.setMessage(kept.explain(seen.observation().message()));
    return record;
  }

  /** What a report becomes where even its bounded form is refused as too large. */
  public static SendReported smallest(SendReported report) {
    io.onefold.schema.Evidence full = report.getEvidence();
    io.onefold.schema.Evidence bare = new io.onefold.schema.Evidence();
    bare.setStatus(full.getStatus());
    bare.setProviderId(full.getProviderId());
    bare.setJob(full.getJob());
    SendReported small = new SendReported();
    small.setToken(report.getToken());
    small.setClaimId(report.getClaimId());
    small.setResult(report.getResult());
    small.setDetail(report.getDetail());
    small.setMessage("The evidence was left out: the report was too large for the topic.");
    small.setStartedAtMs(report.getStartedAtMs());
    small.setEndedAtMs(report.getEndedAtMs());
    small.setIdempotencyKey(report.getIdempotencyKey());
    small.setEvidence(bare);
    small.setRetryAfterMs(report.getRetryAfterMs());
    return small;
  }

  /** The result's word on topics, for example {@code ACCEPTED_LATER}. */
  static String label(SendResult result) {
    return switch (result) {
      case SendResult.Accepted a -> "ACCEPTED";
      case SendResult.AcceptedLater a -> "ACCEPTED_LATER";
      case SendResult.Refused r -> "REFUSED";
      case SendResult.Deferred d -> "DEFERRED";
      case SendResult.NotSent n -> "NOT_SENT";
      case SendResult.Unknown u -> "UNKNOWN";
    };
  }

  /** The observation's word on topics, for example {@code NOT_FOUND}. */
  static String label(Observation observation) {
    return switch (observation) {
      case Observation.Found f -> "FOUND";
      case Observation.NotFound n -> "NOT_FOUND";
      case Observation.Inconclusive i -> "INCONCLUSIVE";
    };
  }

  private static String detail(SendResult result) {
    return switch (result) {
      case SendResult.Accepted a -> "NONE";
      case SendResult.AcceptedLater a -> "NONE";
      case SendResult.Refused refused -> refused.why().name();
      case SendResult.Deferred d -> "RATE_LIMITED";
      case SendResult.NotSent notSent -> notSent.why().name();
      case SendResult.Unknown unknown -> unknown.why().name();
    };
  }

  private static void fill(ReadbackObservation record, Observation.Found found, References kept) {
    record.setResult(label(found));
    record.setDetail(found.kind().name());
    record.setComplete(true);
    record.setMatches(found.matches());
    kept.of("provider ID", found.providerId()).ifPresent(record::setProviderId);
    kept.of("public URL", found.publicUrl()).ifPresent(record::setPublicUrl);
    found.observedHash().ifPresent(record::setObservedHash);
    record.setNormalisers(found.normalisers().stream().map(Normaliser::label).toList());
  }

  private static void fill(ReadbackObservation record, Observation.NotFound absent) {
    record.setResult(label(absent));
    record.setDetail(absent.jobFailed() ? "JOB_FAILED" : "ABSENT");
    record.setComplete(absent.complete());
  }

  private static void fill(ReadbackObservation record, Observation.Inconclusive open) {
    record.setResult(label(open));
    record.setDetail(open.why().name());
  }

  private static io.onefold.schema.Evidence evidence(Evidence evidence, References kept) {
    io.onefold.schema.Evidence record = new io.onefold.schema.Evidence();
    evidence.status().ifPresent(record::setStatus);
    kept.of("provider ID", evidence.providerId()).ifPresent(record::setProviderId);
    kept.of("public URL", evidence.publicUrl()).ifPresent(record::setPublicUrl);
    kept.of("job", evidence.job()).ifPresent(record::setJob);
    evidence.excerpt().ifPresent(record::setExcerpt);
    return record;
  }

  private static long millis(Duration duration) {
    try {
      return Math.max(0, duration.toMillis());
    } catch (ArithmeticException tooLong) {
      return Long.MAX_VALUE;
    }
  }

  /** Lets references through that fit, and remembers which did not. */
  private static final class References {
    private final StringBuilder leftOut = new StringBuilder();

    private Optional<String> of(String what, Optional<String> reference) {
      Optional<String> fitting = reference.filter(text -> text.length() <= MAX_REFERENCE);
      if (fitting.isEmpty() && reference.isPresent()) {
        leftOut
            .append(" The ")
            .append(what)
            .append(" was left out: longer than ")
            .append(MAX_REFERENCE)
            .append(" characters.");
      }
      return fitting;
    }

    private String explain(String message) {
      return cut(message) + leftOut;
    }

    private static String cut(String text) {
      return text.length() <= MAX_MESSAGE ? text : text.substring(0, MAX_MESSAGE) + "…";
    }
  }
}
