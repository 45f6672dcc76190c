package io.onefold.connector.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The claims that wait for their grant, in memory only.
 *
 * <p>Whoever removes a claim owns it, and nobody else ever gets it: that is what makes an attempt
 * single and a give-up truthful. A claim ID that is not here says nothing about what happened under
 * it, so nothing is reported for it.
 *
 * <p>Called by one thread at a time.
 */
public final class ClaimBook {
  private final Map<String, Claim> byId = new LinkedHashMap<>();
  private final Map<String, Claim> byOperation = new HashMap<>();
  private final Set<String> discounted = new HashSet<>();

  /** Adds a claim. An operation has at most one here. */
  public void add(Claim claim) {
    if (byOperation.putIfAbsent(claim.operationId(), claim) != null) {
      throw new IllegalStateException(claim.operationId() + " is claimed already");
    }
    if (byId.putIfAbsent(claim.claimId(), claim) != null) {
      throw new IllegalStateException("a claim ID was used twice, for " + claim.operationId());
    }
  }

  /** Removes the claim; empty: not held, or not for this attempt. */
  public Optional<Claim> take(String claimId, String operationId, int token) {
    Claim claim = byId.get(claimId);
    if (claim == null || claim.token() != token || !claim.operationId().equals(operationId)) {
      return Optional.empty();
    }
    remove(claim);
    return Optional.of(claim);
  }

  /** The claim of an operation, left in place. */
  public Optional<Claim> of(String operationId) {
    return Optional.ofNullable(byOperation.get(operationId));
  }

  /** Removes and returns the claims that the condition names, oldest first. */
  public List<Claim> takeIf(Predicate<Claim> condition) {
    List<Claim> taken = new ArrayList<>();
    for (Iterator<Claim> each = byId.values().iterator(); each.hasNext(); ) {
      Claim claim = each.next();
      if (condition.test(claim)) {
        each.remove();
        byOperation.remove(claim.operationId());
        taken.add(claim);
      }
    }
    return taken;
  }

  /**
   * Claims that have waited longer than their patience, each returned once. They stay valid: the
   * ledger may be slow. They only stop counting, because it may also have refused them silently.
   */
  public List<Claim> discountImpatient(long nowNanos) {
    List<Claim> impatient = new ArrayList<>();
    for (Claim claim : byId.values()) {
      if (claim.olderThan(claim.patience(), nowNanos) && discounted.add(claim.claimId())) {
        impatient.add(claim);
      }
    }
    return impatient;
  }

  /** True if the claim counted against its window until it was removed. Asked once, afterwards. */
  public boolean counted(Claim removed) {
    return !discounted.remove(removed.claimId());
  }

  /** Number of claims here. */
  public int size() {
    return byId.size();
  }

  private void remove(Claim claim) {
    byId.remove(claim.claimId());
    byOperation.remove(claim.operationId());
  }
}
