package io.onefold.codec;

import io.onefold.operation.SendReport;
import io.onefold.schema.SendReported;
import java.time.Duration;
import java.util.Optional;

/** Reports on attempts. */
public final class ReportCodec {
  /** A destination that asks for a longer delay waits in vain; times beyond count no more. */
  private static final Duration LONGEST_DELAY = Duration.ofDays(366);

  private ReportCodec() {}

  /** Reads one report. */
  public static SendReport read(SendReported avro) {
    Fields.atLeast(1, avro.getToken(), "token");
    return new SendReport(
        Fields.constant(SendReport.Result.class, avro.getResult(), "result"),
        Fields.constant(SendReport.Detail.class, avro.getDetail(), "detail"),
        Fields.text(avro.getMessage()),
        Fields.instant(avro.getStartedAtMs()),
        Fields.instant(avro.getEndedAtMs()),
        Optional.ofNullable(avro.getIdempotencyKey()),
        ObservationCodec.read(avro.getEvidence()),
        Optional.ofNullable(avro.getRetryAfterMs()).map(ReportCodec::delay),
        Optional.ofNullable(avro.getReadback()).map(ObservationCodec::read));
  }

  private static Duration delay(long ms) {
    return Duration.ofMillis(Math.clamp(ms, 0, LONGEST_DELAY.toMillis()));
  }

  static SendReported write(int token, String claimId, SendReport report) {
    SendReported avro = new SendReported();
    avro.setToken(token);
    avro.setClaimId(claimId);
    avro.setResult(report.result().name());
    avro.setDetail(report.detail().name());
    avro.setMessage(report.message());
    avro.setStartedAtMs(Fields.ms(report.startedAt()));
    avro.setEndedAtMs(report.endedAt().toEpochMilli());
    avro.setIdempotencyKey(Fields.orNull(report.idempotencyKey()));
    avro.setEvidence(ObservationCodec.write(report.evidence()));
    avro.setRetryAfterMs(Fields.durationMs(report.retryAfter()));
    avro.setReadback(Fields.orNull(report.readback().map(ObservationCodec::write)));
    return avro;
  }
}
