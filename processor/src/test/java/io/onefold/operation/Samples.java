package io.onefold.operation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Intents, reports, observations and reviews for tests. */
final class Samples {
  static final String ID = "campaign|website|launch-post";
  static final Instant T0 = Instant.parse("2026-10-31T08:00:00Z");
  static final String HASH = "sha256:aa";
  static final String OTHER_HASH = "sha256:bb";
  static final Worker WORKER = new Worker("w-1", 3);

  static final RenderedBody BODY =
      new RenderedBody(
          "application/x-www-form-urlencoded",
          Bytes.wrap("title=Launch".getBytes(StandardCharsets.UTF_8)),
          "sha256:cc");

  private Samples() {}

  static Intent intent() {
    return intent(HASH, Optional.of(approval(HASH)));
  }

  static Intent intent(String hash, Optional<Approval> approval) {
    return new Intent(
        ID,
        "blog",
        "acme-editorial",
        "production",
        "publish",
        Bytes.wrap(hash.getBytes(StandardCharsets.UTF_8)),
        "application/json",
        hash,
        approval,
        Optional.of("marketing"),
        Optional.empty(),
        Optional.empty(),
        Map.of("slug", "launch-post"),
        T0);
  }

  static Intent withTimes(Intent i, Optional<Instant> notBefore, Optional<Instant> expiresAt) {
    return new Intent(
        i.operationId(),
        i.destination(),
        i.account(),
        i.environment(),
        i.action(),
        i.payload(),
        i.contentType(),
        i.payloadHash(),
        i.approval(),
        i.owner(),
        notBefore,
        expiresAt,
        i.attributes(),
        i.issuedAt());
  }

  static Intent issuedAt(Intent i, Instant issuedAt) {
    return new Intent(
        i.operationId(),
        i.destination(),
        i.account(),
        i.environment(),
        i.action(),
        i.payload(),
        i.contentType(),
        i.payloadHash(),
        i.approval(),
        i.owner(),
        i.notBefore(),
        i.expiresAt(),
        i.attributes(),
        issuedAt);
  }

  static Intent inAccount(Intent i, String account) {
    return new Intent(
        i.operationId(),
        i.destination(),
        account,
        i.environment(),
        i.action(),
        i.payload(),
        i.contentType(),
        i.payloadHash(),
        i.approval(),
        i.owner(),
        i.notBefore(),
        i.expiresAt(),
        i.attributes(),
        i.issuedAt());
  }

  static Approval approval(String hash) {
    return new Approval("editorial-v3", Approval.Verdict.APPROVED, "j.doe", T0, hash);
  }

  static Approval denial() {
    return new Approval("editorial-v3", Approval.Verdict.DENIED, "j.doe", T0, HASH);
  }

  static SendReport report(SendReport.Result result) {
    return report(result, SendReport.Detail.NONE);
  }

  static SendReport report(SendReport.Result result, SendReport.Detail detail) {
    return report(result, detail, Evidence.NONE, Optional.empty());
  }

  static SendReport accepted(String providerId) {
    return report(
        SendReport.Result.ACCEPTED, SendReport.Detail.NONE, named(providerId), Optional.empty());
  }

  static SendReport acceptedAndSaw(String providerId, Observation seen) {
    return report(
        SendReport.Result.ACCEPTED, SendReport.Detail.NONE, named(providerId), Optional.of(seen));
  }

  static SendReport deferred(Duration retryAfter) {
    return new SendReport(
        SendReport.Result.DEFERRED,
        SendReport.Detail.RATE_LIMITED,
        "",
        Optional.of(T0),
        T0,
        Optional.empty(),
        Evidence.NONE,
        Optional.of(retryAfter),
        Optional.empty());
  }

  static SendReport report(
      SendReport.Result result,
      SendReport.Detail detail,
      Evidence evidence,
      Optional<Observation> readback) {
    return new SendReport(
        result,
        detail,
        result + " " + detail,
        Optional.of(T0),
        T0,
        Optional.empty(),
        evidence,
        Optional.empty(),
        readback);
  }

  static Evidence named(String providerId) {
    return new Evidence(
        Optional.of(201),
        Optional.of(providerId),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static Observation seen(Observation.Kind kind) {
    return kind.result() == Observation.Result.FOUND
        ? seen(kind, Optional.of("p-1"))
        : seen(kind, Optional.empty());
  }

  static Observation seen(Observation.Kind kind, Optional<String> providerId) {
    return new Observation(
        kind,
        "reference",
        true,
        kind == Observation.Kind.MANY ? 2 : 1,
        providerId,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        "saw " + kind,
        T0);
  }

  static Observation incompleteAbsence() {
    return new Observation(
        Observation.Kind.ABSENT,
        "list",
        false,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        "not all pages",
        T0);
  }

  static Review review(Review.Action action, long sequence) {
    return review(action, sequence, false);
  }

  static Review review(Review.Action action, long sequence, boolean force) {
    return new Review(
        action,
        "looked at the destination",
        "r.roe",
        sequence,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        force,
        T0);
  }
}
