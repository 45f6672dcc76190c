package io.onefold.codec;

import io.onefold.operation.SendReport;
import io.onefold.schema.SendReported;
import java.time.Duration;
import java.util.Optional;

/** Reports on attempts. */
public final class ReportCodec {
  private ReportCodec() {}

  /** Reads one report. */
  public static SendReport read(SendReported avro) {
    Fields.atLeast(1, avro.getToken(), "token");
    return new SendReport(
        Fields.constant(SendReport.Result.class, avro.getResult(), "result"),
        Fields.constant(SendReport.Detail.class, avro.getDetail(), "detail"),
        avro.getMessage(),
        Fields.instant(avro.getStartedAtMs()),
        Fields.instant(avro.getEndedAtMs()),
        Optional.ofNullable(avro.getIdempotencyKey()),
        ObservationCodec.read(avro.getEvidence()),
        Optional.ofNullable(avro.getRetryAfterMs()).map(ms -> Duration.ofMillis(Math.max(0, ms))),
        Optional.ofNullable(avro.getReadback()).map(ObservationCodec::read));
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
