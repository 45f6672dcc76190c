package io.onefold.audit;

import io.onefold.schema.ReadbackObservation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Readbacks of one operation.
 *
 * @param last number of the newest that was ordered
 * @param proofFrom lowest number whose absence counts
 * @param confirmed absences that counted
 * @param lastConfirmed number of the newest of them
 * @param settled the settle point of the current token was reached
 * @param kept the newest {@value #MOST}
 */
record Looks(
    int last, int proofFrom, int confirmed, int lastConfirmed, boolean settled, List<Look> kept) {
  private static final int MOST = 20;
  private static final int NONE_COUNTS = Integer.MAX_VALUE;

  static final Looks NONE = new Looks(0, NONE_COUNTS, 0, 0, false, List.of());

  Looks {
    kept = List.copyOf(kept);
  }

  /** One of them; number 0 for one that nobody ordered. */
  record Look(int number, int token, long atMs, @Nullable ReadbackObservation seen) {}

  Looks asked(int token, long atMs) {
    return with(
        last + 1, proofFrom, confirmed, lastConfirmed, settled, add(last + 1, token, atMs, null));
  }

  Looks answered(int number, int token, long atMs, ReadbackObservation seen) {
    for (int i = 0; number > 0 && i < kept.size(); i++) {
      Look look = kept.get(i);
      if (look.number() == number && look.token() == token && look.seen() == null) {
        List<Look> changed = new ArrayList<>(kept);
        changed.set(i, new Look(number, token, look.atMs(), seen));
        return with(last, proofFrom, confirmed, lastConfirmed, settled, changed);
      }
    }
    return number > 0
        ? this
        : with(last, proofFrom, confirmed, lastConfirmed, settled, add(0, token, atMs, seen));
  }

  Looks confirmedBy(int number) {
    return number <= lastConfirmed
        ? this
        : with(last, proofFrom, confirmed + 1, number, settled, kept);
  }

  Looks settledNow() {
    return with(last, last + 1, 0, last, true, kept);
  }

  Looks unsettled() {
    return with(last, NONE_COUNTS, 0, last, false, kept);
  }

  /** The newest answer of any kind. */
  Optional<ReadbackObservation> newest() {
    for (int i = kept.size() - 1; i >= 0; i--) {
      ReadbackObservation seen = kept.get(i).seen();
      if (seen != null) {
        return Optional.of(seen);
      }
    }
    return Optional.empty();
  }

  private List<Look> add(int number, int token, long atMs, @Nullable ReadbackObservation seen) {
    List<Look> more = new ArrayList<>(kept.size() + 1);
    more.addAll(kept.size() < MOST ? kept : kept.subList(1, kept.size()));
    more.add(new Look(number, token, atMs, seen));
    return more;
  }

  private static Looks with(
      int last, int proofFrom, int confirmed, int lastConfirmed, boolean settled, List<Look> kept) {
    return new Looks(last, proofFrom, confirmed, lastConfirmed, settled, kept);
  }
}
