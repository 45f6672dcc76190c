package io.onefold.operation;

import java.time.Instant;
import java.util.Optional;

/**
 * One granted attempt, for receipts and people.
 *
 * @param startedAt worker's clock; the ledger's time of the grant until the worker reported
 * @param result empty while nothing was reported
 */
public record Attempt(
    int token,
    String claimId,
    Worker worker,
    Instant startedAt,
    Optional<Instant> endedAt,
    Optional<String> idempotencyKey,
    Optional<SendReport.Result> result,
    SendReport.Detail detail,
    String message) {

  static Attempt granted(int token, String claimId, Worker worker, Instant at) {
    return new Attempt(
        token,
        claimId,
        worker,
        at,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        SendReport.Detail.NONE,
        "");
  }

  /** True if it is known to have cost nothing of the budget. */
  boolean free() {
    return result.isPresent() && SendReport.free(result.get(), detail);
  }

  Attempt reported(SendReport report) {
    return new Attempt(
        token,
        claimId,
        worker,
        report.startedAt().orElse(startedAt),
        Optional.of(report.endedAt()),
        report.idempotencyKey(),
        Optional.of(report.result()),
        report.detail(),
        report.message());
  }
}
