package io.onefold.audit;

import io.onefold.schema.AttemptRecord;
import io.onefold.schema.ClaimReceived;
import io.onefold.schema.SendReported;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Attempts of one operation, as its journal tells of them. */
final class Attempts {
  /** The first attempt and the newest ones stand in receipts and escalations. */
  private static final int MOST = 24;

  private int token;
  private int spent;
  private @Nullable Holder holder;
  private @Nullable Long firstGrantMs;
  private boolean earlierUnknown;
  private boolean earlierOpen;
  private List<AttemptRecord> kept = List.of();

  /** Who was granted the newest attempt. */
  record Holder(
      int token,
      String claimId,
      String workerId,
      long incarnation,
      long untilMs,
      boolean reported,
      boolean over) {
    Holder ended(boolean byReport) {
      return new Holder(token, claimId, workerId, incarnation, untilMs, reported || byReport, true);
    }

    Holder until(long atMs) {
      return new Holder(token, claimId, workerId, incarnation, atMs, reported, over);
    }
  }

  int token() {
    return token;
  }

  int spent() {
    return spent;
  }

  Optional<Holder> holder() {
    return Optional.ofNullable(holder);
  }

  /** The grant of the current token. */
  Optional<Holder> current() {
    return holder().filter(h -> h.token() == token);
  }

  @Nullable Long firstGrantMs() {
    return firstGrantMs;
  }

  boolean earlierUnknown() {
    return earlierUnknown;
  }

  boolean neverGranted() {
    return firstGrantMs == null;
  }

  /** True if no attempt can still be running, as far as reports and proofs of death tell. */
  boolean closed() {
    return !earlierOpen && current().map(Holder::over).orElse(true);
  }

  boolean isHeldBy(SendReported report) {
    return current()
        .filter(h -> h.token() == report.getToken() && h.claimId().equals(report.getClaimId()))
        .isPresent();
  }

  List<AttemptRecord> kept() {
    return kept;
  }

  void granted(ClaimReceived in, long atMs, long untilMs) {
    String claimId = in.getClaim().getClaimId();
    spent++;
    holder =
        new Holder(token, claimId, in.getWorkerId(), in.getIncarnation(), untilMs, false, false);
    if (firstGrantMs == null) {
      firstGrantMs = atMs;
    }
    AttemptRecord made = new AttemptRecord();
    made.setToken(token);
    made.setClaimId(claimId);
    made.setWorker(in.getWorkerId() + "/" + in.getIncarnation());
    made.setStartedAtMs(atMs);
    made.setDetail("NONE");
    made.setMessage("");
    List<AttemptRecord> more = new ArrayList<>(kept);
    if (more.size() >= MOST) {
      more.remove(1);
    }
    more.add(made);
    kept = List.copyOf(more);
  }

  /** The holder said how its attempt ended. */
  void ended(SendReported report) {
    holder = holder().map(h -> h.ended(true)).orElse(null);
    spent -= isFree(report) ? 1 : 0;
    noted(report);
  }

  private static boolean isFree(SendReported report) {
    return report.getResult().equals("NOT_SENT")
        || report.getResult().equals("DEFERRED")
        || report.getDetail().equals("KEY_IN_FLIGHT");
  }

  /** Notes the first report under a claim; true if there is one to note. */
  boolean noted(SendReported report) {
    boolean changed = false;
    List<AttemptRecord> now = new ArrayList<>(kept.size());
    for (AttemptRecord entry : kept) {
      boolean its = entry.getClaimId().equals(report.getClaimId()) && entry.getResult() == null;
      now.add(its ? reported(entry, report) : entry);
      changed |= its;
    }
    kept = List.copyOf(now);
    return changed;
  }

  private static AttemptRecord reported(AttemptRecord entry, SendReported report) {
    Long started = report.getStartedAtMs();
    AttemptRecord done = new AttemptRecord();
    done.setToken(entry.getToken());
    done.setClaimId(entry.getClaimId());
    done.setWorker(entry.getWorker());
    done.setStartedAtMs(started == null ? entry.getStartedAtMs() : started);
    done.setEndedAtMs(report.getEndedAtMs());
    done.setIdempotencyKey(report.getIdempotencyKey());
    done.setResult(report.getResult());
    done.setDetail(report.getDetail());
    done.setMessage(report.getMessage());
    return done;
  }

  void over() {
    holder = holder().map(h -> h.ended(false)).orElse(null);
  }

  void leaseUntil(long atMs) {
    holder = holder().map(h -> h.until(atMs)).orElse(null);
  }

  /** Earlier fates are settled: what was shown spoke for all of them. */
  void cleared() {
    earlierUnknown = false;
  }

  void next(boolean replay) {
    earlierOpen |= replay && !closed();
    earlierUnknown |= replay;
    token++;
  }

  /** True if the holder of the current token reported this result. */
  boolean endedWith(String result) {
    return current()
        .flatMap(h -> kept.stream().filter(a -> a.getClaimId().equals(h.claimId())).findFirst())
        .filter(a -> result.equals(a.getResult()))
        .isPresent();
  }
}
