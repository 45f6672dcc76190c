package io.onefold.connector.worker;

import io.onefold.connector.SendResult;
import java.util.Optional;

/**
 * How many attempts of one destination may be in flight, and when the next may begin.
 *
 * <p>The window starts at one attempt, grows by one with each real answer, halves where the
 * destination or the way to it is in trouble, and never leaves 1 to the limit. Each destination has
 * its own, so that one which does not answer slows nobody else down. A deferral of the account sets
 * the windows of all its destinations back to one.
 *
 * <p>Called by one thread at a time.
 */
public final class DestinationGate {
  private final int limit;
  private final boolean limitIsDeclared;
  private final Optional<Pace> pace;
  private final AccountGate account;
  private int window = 1;
  private int inFlight;
  private long closuresSeen;

  /**
   * Makes an open gate.
   *
   * @param workerLimit largest window that the worker can have, at least 1
   * @param concurrency most attempts at once that the contract allows, at least 1; empty: any
   *     number
   * @param pace how often an attempt may begin; empty: at any time
   * @param account the account, shared with other destinations
   */
  DestinationGate(
      int workerLimit, Optional<Integer> concurrency, Optional<Pace> pace, AccountGate account) {
    if (workerLimit < 1 || concurrency.filter(most -> most < 1).isPresent()) {
      throw new IllegalArgumentException(
          "limits must be at least 1 but are " + workerLimit + " and " + concurrency);
    }
    this.limitIsDeclared = concurrency.filter(most -> most <= workerLimit).isPresent();
    this.limit = Math.min(workerLimit, concurrency.orElse(workerLimit));
    this.pace = pace;
    this.account = account;
    this.closuresSeen = account.closures();
  }

  /** Why no attempt may be claimed now; empty: one may. */
  public Optional<Hold> hold() {
    if (!account.hasRoom()) {
      return Optional.of(Hold.DEFERRED);
    }
    if (isFull()) {
      return Optional.of(Hold.CONCURRENCY);
    }
    if (inFlight >= window()) {
      return Optional.of(Hold.WINDOW);
    }
    return pace.filter(each -> !each.allows()).map(wait -> Hold.RATE);
  }

  /** True if the contract allows no more attempts beside those in flight. */
  boolean isFull() {
    return limitIsDeclared && inFlight >= limit;
  }

  /** The account that the destination is used under. */
  AccountGate account() {
    return account;
  }

  /** An attempt is claimed: it counts, here and for the account, and takes its turn. */
  public void claim() {
    pace.ifPresent(Pace::take);
    enter();
  }

  /** A claim that no longer counted counts again. */
  void enter() {
    inFlight++;
    account.enter();
  }

  /** One claim or attempt no longer counts. */
  public void leave() {
    account.leave();
    inFlight--;
  }

  /** Learns from the outcome of an attempt. */
  public void learn(SendResult result) {
    account.learn(result);
    switch (result) {
      case SendResult.Accepted a -> grow();
      case SendResult.AcceptedLater a -> grow();
      case SendResult.Refused r -> grow();
      case SendResult.Unknown u -> shrink();
      case SendResult.NotSent n -> learnNotSent(n.why());
      case SendResult.Deferred d -> {}
    }
  }

  private void learnNotSent(SendResult.NotSent.Why why) {
    switch (why) {
      case NAME_NOT_RESOLVED,
          CONNECTION_REFUSED,
          CONNECT_TIMEOUT,
          TLS_FAILED,
          IDENTITY_UNKNOWN,
          NOT_COMMITTED ->
          shrink();
      // These three are about this worker and say nothing about the destination.
      case LEASE_TOO_SHORT, CONTRACT_MISMATCH, GIVEN_UP -> {}
    }
  }

  private void grow() {
    // The answer of an attempt that left before a deferral says nothing about afterwards.
    if (account.closedFor().isZero()) {
      window = Math.min(limit, window() + 1);
    }
  }

  private void shrink() {
    window = Math.max(1, window() / 2);
  }

  int window() {
    if (closuresSeen != account.closures()) {
      closuresSeen = account.closures();
      window = 1;
    }
    return window;
  }

  int inFlight() {
    return inFlight;
  }
}
