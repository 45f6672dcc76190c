package io.onefold.guarantee;

import io.onefold.schema.ClaimReceived;
import io.onefold.schema.HolderDied;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.IntervalsRestarted;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.PolicySnapshot;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.SendReported;
import io.onefold.schema.TimerFired;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the journal of one operation tells until it ends, read by the rules of the protocol: who was
 * granted the current attempt, whether and how it ended, when it had settled, and which readbacks
 * were issued after that. For each event first {@link #absorb} takes in what came, and after the
 * questions {@link #follow} takes in what the ledger concluded.
 *
 * <p>No time of one event is compared with a time of another unless both were measured in one
 * interval of one clock: where a clock changed, the journal has the restart.
 */
final class Trail {
  private static final int NONE_COUNTS = Integer.MAX_VALUE;

  /** Stands for the rules of a destination that nobody knows. */
  private static final PolicySnapshot NO_RULES = new PolicySnapshot();

  private PolicySnapshot rules = NO_RULES;
  private Optional<IntentSubmitted> wanted = Optional.empty();
  private int token;
  private @Nullable ClaimReceived holder;
  private Ending ending = Ending.OPEN;
  private boolean reported;
  private boolean justReported;
  private boolean over;
  private boolean earlierUnknown;
  private boolean earlierOpen;
  private boolean positive;
  private Optional<Long> firstGrantMs = Optional.empty();
  private boolean leaseRuns;
  private long leaseUntilMs;
  private boolean settleRuns;
  private long settleAtMs;
  private boolean settled;
  private int lastNumber;
  private int proofFrom = NONE_COUNTS;
  private int confirmed;
  private int lastConfirmed;
  private long movedAt;
  private Optional<String> early = Optional.empty();

  /** How the current attempt ended. */
  enum Ending {
    /** Not granted, or still running. */
    OPEN,
    /** Its holder said that nothing was done. */
    NOT_COMMITTED,
    /** Its holder said that it was refused for good. */
    REFUSED,
    /** Its holder said that it was done, or will be. */
    ACCEPTED,
    /** Its holder could not tell. */
    UNKNOWN,
    /** Its lease ended, or its process is proved dead, and its holder has said nothing. */
    SILENT
  }

  /** Takes in what came. */
  void absorb(OperationEvent event) {
    early = Optional.empty();
    justReported = false;
    switch (event.getInput()) {
      case IntentSubmitted in -> intent(in);
      case ReportReceived in -> report(event, in.getReport());
      case ReadbackReported in -> readback(in);
      case TimerFired in -> timer(event, in);
      case HolderDied in -> death(event, in);
      case IntervalsRestarted in -> restart(event.getAtMs());
      default -> {}
    }
  }

  /** While nothing is admitted, the newest intent and its rules count. */
  private void intent(IntentSubmitted in) {
    if (token == 0) {
      wanted = Optional.of(in);
      rules = in.getPolicy() == null ? NO_RULES : in.getPolicy();
    }
  }

  private void report(OperationEvent event, SendReported report) {
    positive |= Names.isAcceptance(report.getResult());
    if (report.getReadback() != null) {
      positive |= Names.isFound(report.getReadback());
    }
    boolean byHolder =
        holder != null
            && report.getToken() == token
            && holder.getClaim().getClaimId().equals(report.getClaimId());
    // A holder is believed once.
    if (!byHolder || reported) {
      return;
    }
    justReported = true;
    reported = true;
    over = true;
    leaseRuns = false;
    movedAt = event.getSequence();
    ending = endingOf(report.getResult());
    switch (ending) {
      case UNKNOWN -> settleFrom(event.getAtMs());
      case NOT_COMMITTED, REFUSED -> {
        if (earlierUnknown) {
          settleFrom(event.getAtMs());
        } else {
          settledNow();
        }
      }
      case ACCEPTED, OPEN, SILENT -> {}
    }
  }

  private static Ending endingOf(String result) {
    return switch (result) {
      case "ACCEPTED", "ACCEPTED_LATER" -> Ending.ACCEPTED;
      case "NOT_SENT", "DEFERRED" -> Ending.NOT_COMMITTED;
      case "REFUSED" -> Ending.REFUSED;
      default -> Ending.UNKNOWN;
    };
  }

  private void readback(ReadbackReported in) {
    ReadbackObservation seen = in.getObservation();
    if (Names.isFound(seen)) {
      positive = true;
    } else if (counts(in) && in.getNumber() > lastConfirmed) {
      confirmed++;
      lastConfirmed = in.getNumber();
    }
  }

  private void timer(OperationEvent event, TimerFired in) {
    if (in.getToken() != token) {
      return;
    }
    boolean nothingWaited = event.getConclusion().getWhy().equals("JOURNALLED");
    if (in.getTimer().equals("LEASE")) {
      leaseEnd(event.getAtMs(), nothingWaited);
    } else if (in.getTimer().equals("SETTLE") && !nothingWaited) {
      if (!settleRuns || event.getAtMs() < settleAtMs) {
        early =
            Optional.of(
                "settle time of token %d: %s".formatted(token, due(settleRuns, settleAtMs, event)));
      }
      movedAt = event.getSequence();
      settledNow();
    }
  }

  /** An operation that waits for a person notes the end of a lease without any conclusion. */
  private void leaseEnd(long atMs, boolean nothingWaited) {
    boolean due = leaseRuns && atMs >= leaseUntilMs;
    if (!due && nothingWaited) {
      return;
    }
    if (!due) {
      early =
          Optional.of(
              "lease of token %d: ended at %d, granted until %d"
                  .formatted(token, atMs, leaseUntilMs));
    }
    leaseRuns = false;
    ending = Ending.SILENT;
    settleFrom(atMs);
  }

  private static String due(boolean runs, long atMs, OperationEvent event) {
    return runs
        ? "over at %d, due at %d".formatted(event.getAtMs(), atMs)
        : "over at %d, but no attempt had ended".formatted(event.getAtMs());
  }

  private void death(OperationEvent event, HolderDied in) {
    boolean holders =
        holder != null
            && !over
            && holder.getWorkerId().equals(in.getWorkerId())
            && holder.getIncarnation() < in.getIncarnation();
    if (holders) {
      over = true;
      leaseRuns = false;
      ending = Ending.SILENT;
      settleFrom(event.getAtMs());
    }
  }

  private void restart(long atMs) {
    if (leaseRuns || (settleRuns && leaseEndSuffices())) {
      leaseUntilMs = atMs + rules.getLeaseMs();
    }
    if (settleRuns) {
      settleFrom(atMs);
    }
  }

  /** Nothing issued so far counts; what is issued once the time is over will. */
  private void settleFrom(long atMs) {
    long from = leaseEndSuffices() && holder != null ? Math.max(atMs, leaseUntilMs) : atMs;
    settleRuns = true;
    settleAtMs = from + rules.getSettleMs();
    settled = false;
    proofFrom = NONE_COUNTS;
    forgetConfirmations();
  }

  private void settledNow() {
    settleRuns = false;
    settled = true;
    proofFrom = lastNumber + 1;
    forgetConfirmations();
  }

  private void forgetConfirmations() {
    confirmed = 0;
    lastConfirmed = lastNumber;
  }

  /** Takes in what the ledger concluded. */
  void follow(OperationEvent event, Optional<Ground> ground) {
    switch (Names.kind(event)) {
      case "GRANT_CLAIM" -> granted(event);
      case "ASK", "ASK_ASIDE" -> lastNumber++;
      case "ESCALATE" -> {
        if (earlierUnknown && !settled && !leaseRuns && !settleRuns) {
          settleFrom(event.getAtMs());
        }
      }
      default -> {}
    }
    if (event.getToken() > token) {
      nextToken(event.getToken(), ground);
    }
    boolean moved =
        switch (Names.kind(event)) {
          case "STAY", "NOTIFY" -> false;
          default -> true;
        };
    movedAt = moved ? event.getSequence() : movedAt;
  }

  private void granted(OperationEvent event) {
    if (!(event.getInput() instanceof ClaimReceived claim)) {
      return;
    }
    holder = claim;
    ending = Ending.OPEN;
    reported = false;
    over = false;
    firstGrantMs = firstGrantMs.or(() -> Optional.of(event.getAtMs()));
    leaseRuns = true;
    leaseUntilMs = event.getAtMs() + rules.getLeaseMs();
    unsettled();
  }

  private void nextToken(int next, Optional<Ground> ground) {
    boolean replay = ground.equals(Optional.of(Ground.SAFE_REPLAY));
    earlierOpen |= replay && !closed();
    earlierUnknown = ground.map(g -> g.leavesOpen(earlierUnknown)).orElse(earlierUnknown);
    token = next;
    holder = null;
    ending = Ending.OPEN;
    leaseRuns = false;
    unsettled();
  }

  private void unsettled() {
    settleRuns = false;
    settled = false;
    proofFrom = NONE_COUNTS;
    forgetConfirmations();
  }

  /** True if this answers a question that was put after the settle point, and shows nothing. */
  boolean showsNothing(ReadbackReported in) {
    ReadbackObservation seen = in.getObservation();
    return seen.getDetail().equals("ABSENT")
        && seen.getResult().equals("NOT_FOUND")
        && seen.getComplete()
        && in.getToken() == token
        && in.getNumber() >= proofFrom
        && in.getNumber() <= lastNumber;
  }

  /** True if this NOT_FOUND is proof of absence. */
  boolean counts(ReadbackReported in) {
    return showsNothing(in)
        && settled
        && rules.getAbsenceProves()
        && (!rules.getAbsenceNeedsReport() || closed());
  }

  /** True if as many of them agree as the contract wants. */
  boolean confirmed() {
    return confirmed >= rules.getConfirmations();
  }

  /** True if no attempt can still be running, as far as reports and proofs of death tell. */
  boolean closed() {
    return !earlierOpen && (holder == null || over);
  }

  /** True if a person's decision may rest on what could be seen. */
  boolean allowsNotDone() {
    if (positive) {
      return false;
    }
    boolean nothingSent = firstGrantMs.isEmpty();
    boolean nothingOpen = settled || (holder == null && !earlierUnknown);
    return nothingSent || (nothingOpen && (leaseEndSuffices() || closed()));
  }

  /** True if the mere end of a lease is taken for the end of its attempt. */
  boolean leaseEndSuffices() {
    return rules.getAbsenceProves() && !rules.getAbsenceNeedsReport();
  }

  /** The rules of the destination, as they were copied into the operation. */
  PolicySnapshot rules() {
    return rules;
  }

  /** The intent that counts: the newest until one is admitted. */
  Optional<IntentSubmitted> wanted() {
    return wanted;
  }

  /** The number of the newest readback; 0 before the first. */
  int lastNumber() {
    return lastNumber;
  }

  /** The current token; 0 before the operation is admitted. */
  int token() {
    return token;
  }

  /** True once the current token was granted. */
  boolean isGranted() {
    return holder != null;
  }

  /** How the current attempt ended. */
  Ending ending() {
    return ending;
  }

  /** True if the event that was absorbed last is the word of the holder. */
  boolean justReported() {
    return justReported;
  }

  /** True if a replay was made while the fate of an earlier attempt was open. */
  boolean earlierUnknown() {
    return earlierUnknown;
  }

  /** True once an acceptance or a finding was recorded, of whatever attempt. */
  boolean positive() {
    return positive;
  }

  /** When the first attempt was granted. */
  Optional<Long> firstGrantMs() {
    return firstGrantMs;
  }

  /** The oldest sequence that a review may rest on: what it did not see has changed nothing. */
  long movedAt() {
    return movedAt;
  }

  /** The interval that ended too early with the event that was absorbed last. */
  Optional<String> early() {
    return early;
  }
}
