package io.onefold.operation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Readbacks of one operation.
 *
 * @param lastNumber number of the newest readback issued, 0 before the first
 * @param proofFrom lowest number whose NOT_FOUND counts; {@link #NONE_COUNTS} before the settle
 *     point
 * @param confirmed counting NOT_FOUNDs so far
 * @param lastConfirmed number of the newest of them, so that a repeated delivery does not count
 *     twice
 * @param round how often was asked since the readbacks began, for the growing delay
 * @param settled the settle point of the current token was recorded
 * @param entries the newest readbacks, at most {@value #KEPT}
 */
public record ReadbackLog(
    int lastNumber,
    int proofFrom,
    int confirmed,
    int lastConfirmed,
    int round,
    boolean settled,
    List<Entry> entries) {

  /** No readback counts as proof yet. */
  public static final int NONE_COUNTS = Integer.MAX_VALUE;

  static final int KEPT = 20;

  /** Nothing was asked. */
  public static final ReadbackLog NONE = new ReadbackLog(0, NONE_COUNTS, 0, 0, 0, false, List.of());

  public ReadbackLog {
    entries = List.copyOf(entries);
  }

  /**
   * One readback.
   *
   * @param number of the command; 0 for one that a worker or the destination made by itself
   * @param issuedAt when the ledger issued it; for number 0 when it was recorded
   */
  public record Entry(int number, int token, Instant issuedAt, Optional<Observation> observation) {}

  ReadbackLog issued(int token, Instant at) {
    return new ReadbackLog(
        lastNumber + 1,
        proofFrom,
        confirmed,
        lastConfirmed,
        round + 1,
        settled,
        keep(new Entry(lastNumber + 1, token, at, Optional.empty())));
  }

  /** Records an answer. A number that was never issued is kept as a notice and proves nothing. */
  ReadbackLog answered(int number, int token, Instant at, Observation seen) {
    List<Entry> changed = new ArrayList<>(entries);
    for (int i = 0; i < changed.size(); i++) {
      Entry entry = changed.get(i);
      if (number > 0
          && entry.number() == number
          && entry.token() == token
          && entry.observation().isEmpty()) {
        changed.set(i, new Entry(number, token, entry.issuedAt(), Optional.of(seen)));
        return withEntries(changed);
      }
    }
    return number > 0 ? this : withEntries(keep(new Entry(0, token, at, Optional.of(seen))));
  }

  ReadbackLog confirmed(int number) {
    return number <= lastConfirmed
        ? this
        : new ReadbackLog(lastNumber, proofFrom, confirmed + 1, number, round, settled, entries);
  }

  /** The settle point is reached: what is issued from now on counts. */
  ReadbackLog settledNow() {
    return new ReadbackLog(lastNumber, lastNumber + 1, 0, lastNumber, 0, true, entries);
  }

  /** The settle time runs anew: nothing issued so far counts. */
  ReadbackLog unsettled() {
    return new ReadbackLog(lastNumber, NONE_COUNTS, 0, lastNumber, round, false, entries);
  }

  /** The delays begin small again. */
  ReadbackLog fromRoundOne() {
    return new ReadbackLog(lastNumber, proofFrom, confirmed, lastConfirmed, 0, settled, entries);
  }

  private ReadbackLog withEntries(List<Entry> changed) {
    return new ReadbackLog(
        lastNumber, proofFrom, confirmed, lastConfirmed, round, settled, changed);
  }

  private List<Entry> keep(Entry newest) {
    List<Entry> kept = new ArrayList<>(entries);
    if (kept.size() >= KEPT) {
      kept.remove(0);
    }
    kept.add(newest);
    return kept;
  }
}
