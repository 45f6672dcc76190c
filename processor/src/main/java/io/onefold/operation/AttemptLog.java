package io.onefold.operation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Attempts of one operation.
 *
 * @param token the current token, from 1; 0 while the operation is not admitted
 * @param spent attempts that count against the budget
 * @param unsent endings in a row that cost nothing (NOT_SENT, DEFERRED, key in flight); they only
 *     lengthen the delay
 * @param waitingSince since when the operation waits for an attempt that reaches the destination
 * @param holder the newest grant
 * @param firstSentAt when the first attempt was granted
 * @param earlierUnknown a replay was made while the fate of an earlier attempt was open
 * @param earlierOpen and the end of that earlier attempt was not known either
 * @param entries the first and the newest attempts, at most {@value #KEPT}
 */
public record AttemptLog(
    int token,
    int spent,
    int unsent,
    Instant waitingSince,
    Optional<Holder> holder,
    Optional<Instant> firstSentAt,
    boolean earlierUnknown,
    boolean earlierOpen,
    List<Attempt> entries) {

  /** Attempts kept in the state; the journal has all. */
  static final int KEPT = 24;

  public AttemptLog {
    entries = List.copyOf(entries);
  }

  static AttemptLog none(Instant at) {
    return new AttemptLog(0, 0, 0, at, Optional.empty(), Optional.empty(), false, false, List.of());
  }

  /** The grant of the current token, if there is one. */
  public Optional<Holder> current() {
    return holder.filter(h -> h.token() == token);
  }

  /** True if this report comes from the holder of the current token. */
  boolean heldBy(int reportedToken, String claimId) {
    return current()
        .filter(h -> h.token() == reportedToken && h.claimId().equals(claimId))
        .isPresent();
  }

  /** True if no attempt can still be running, as far as reports and proofs of death tell. */
  boolean closed() {
    return !earlierOpen && current().map(Holder::over).orElse(true);
  }

  /** True if the current attempt ended without costing anything. */
  boolean endedFree() {
    return currentEntry().filter(Attempt::free).isPresent();
  }

  /** True if the holder of the current token reported this. */
  boolean endedWith(SendReport.Result result) {
    return currentEntry().flatMap(Attempt::result).filter(r -> r == result).isPresent();
  }

  /** True if there is an attempt under the current token that may have had an effect. */
  public boolean currentMayAct() {
    return current().isPresent()
        && !endedWith(SendReport.Result.NOT_SENT)
        && !endedWith(SendReport.Result.DEFERRED)
        && !endedWith(SendReport.Result.REFUSED);
  }

  private Optional<Attempt> currentEntry() {
    return current()
        .flatMap(h -> entries.stream().filter(a -> a.claimId().equals(h.claimId())).findFirst());
  }

  /** True if nothing was ever granted. */
  public boolean neverGranted() {
    return firstSentAt.isEmpty();
  }

  AttemptLog granted(String claimId, Worker worker, Instant at, Instant leaseUntil) {
    return new AttemptLog(
        token,
        spent + 1,
        unsent,
        waitingSince,
        Optional.of(new Holder(token, claimId, worker, leaseUntil, false, false)),
        firstSentAt.or(() -> Optional.of(at)),
        earlierUnknown,
        earlierOpen,
        keep(entries, Attempt.granted(token, claimId, worker, at)));
  }

  AttemptLog next(Instant dispatchAt, boolean sameWait, boolean replay) {
    return new AttemptLog(
        token + 1,
        spent,
        unsent,
        sameWait ? waitingSince : dispatchAt,
        holder,
        firstSentAt,
        replay || earlierUnknown,
        earlierOpen || (replay && !closed()),
        entries);
  }

  /** Earlier fates are settled: a counted absence spoke for all of them. */
  AttemptLog cleared() {
    return new AttemptLog(
        token, spent, unsent, waitingSince, holder, firstSentAt, false, earlierOpen, entries);
  }

  AttemptLog reported(String claimId, SendReport report, boolean free) {
    return new AttemptLog(
        token,
        free ? spent - 1 : spent,
        free ? unsent + 1 : 0,
        waitingSince,
        holder.map(h -> h.closed(true)),
        firstSentAt,
        earlierUnknown,
        earlierOpen,
        noted(claimId, report));
  }

  AttemptLog over() {
    return withHolder(holder.map(h -> h.closed(false)));
  }

  /** The time before was not waited for a worker, and does not count. */
  AttemptLog waitingAnew(Instant at) {
    return new AttemptLog(
        token,
        spent,
        unsent,
        waitingSince.isBefore(at) ? at : waitingSince,
        holder,
        firstSentAt,
        earlierUnknown,
        earlierOpen,
        entries);
  }

  AttemptLog leaseAnew(Instant until) {
    return withHolder(holder.map(h -> h.until(until)));
  }

  /** Notes what was reported under a claim, if its attempt is still kept and had no report yet. */
  AttemptLog remembered(String claimId, SendReport report) {
    return new AttemptLog(
        token,
        spent,
        unsent,
        waitingSince,
        holder,
        firstSentAt,
        earlierUnknown,
        earlierOpen,
        noted(claimId, report));
  }

  private AttemptLog withHolder(Optional<Holder> changed) {
    return new AttemptLog(
        token,
        spent,
        unsent,
        waitingSince,
        changed,
        firstSentAt,
        earlierUnknown,
        earlierOpen,
        entries);
  }

  private List<Attempt> noted(String claimId, SendReport report) {
    return entries.stream()
        .map(a -> a.claimId().equals(claimId) && a.result().isEmpty() ? a.reported(report) : a)
        .toList();
  }

  private static List<Attempt> keep(List<Attempt> entries, Attempt newest) {
    List<Attempt> kept = new ArrayList<>(entries);
    if (kept.size() >= KEPT) {
      // The first attempt stays: it dates the key's window and the first effect that may exist.
      kept.remove(1);
    }
    kept.add(newest);
    return kept;
  }
}
