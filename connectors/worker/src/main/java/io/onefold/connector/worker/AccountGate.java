package io.onefold.connector.worker;

import io.onefold.connector.SendResult;
import java.time.Duration;

/**
 * How many attempts of one account may be in flight, and when none may.
 *
 * <p>The window starts at one attempt, grows by one with each real answer, halves where the
 * destination or the way to it is in trouble, and never leaves 1 to the worker's limit. A deferral
 * closes the whole account until its time is over, and then only one attempt goes first: the
 * destination speaks for the account, not for one operation.
 *
 * <p>Called by one thread at a time.
 */
public final class AccountGate {
  /** Shortest closure, where a deferral names no time; doubles with each deferral in a row. */
  static final Duration FIRST_CLOSURE = Duration.ofSeconds(1);

  /** Longest closure that the worker chooses by itself. */
  static final Duration LONGEST_OWN_CLOSURE = Duration.ofMinutes(1);

  /** Longest closure that a destination can ask for. */
  static final Duration LONGEST_CLOSURE = Duration.ofDays(7);

  private final int limit;
  private final WorkerClock clock;
  private int window = 1;
  private int inFlight;
  private int deferralsInRow;
  private boolean closed;
  private long closedUntil;

  /**
   * Makes an open gate.
   *
   * @param limit largest window, at least 1
   * @param clock measures closures on its monotonic side
   */
  public AccountGate(int limit, WorkerClock clock) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be at least 1 but is " + limit);
    }
    this.limit = limit;
    this.clock = clock;
  }

  /** True if one more attempt may be claimed now. */
  public boolean hasRoom() {
    return inFlight < window && closedFor().isZero();
  }

  /** How long the account still has to wait; zero if it is open. */
  public Duration closedFor() {
    if (!closed) {
      return Duration.ZERO;
    }
    long left = closedUntil - clock.nanos();
    if (left > 0) {
      return Duration.ofNanos(left);
    }
    closed = false;
    return Duration.ZERO;
  }

  /** One more claim or attempt counts. */
  public void enter() {
    inFlight++;
  }

  /** One claim or attempt no longer counts. */
  public void leave() {
    if (inFlight == 0) {
      throw new IllegalStateException("more attempts left an account than entered it");
    }
    inFlight--;
  }

  /** Learns from the outcome of an attempt. */
  public void learn(SendResult result) {
    switch (result) {
      case SendResult.Accepted a -> grow();
      case SendResult.AcceptedLater a -> grow();
      case SendResult.Refused r -> grow();
      case SendResult.Unknown u -> shrink();
      case SendResult.NotSent n -> learnNotSent(n.why());
      case SendResult.Deferred d -> close(d.retryAfter());
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
    if (!closedFor().isZero()) {
      // The answer of an attempt that left before the deferral says nothing about afterwards.
      return;
    }
    window = Math.min(limit, window + 1);
    deferralsInRow = 0;
  }

  private void shrink() {
    window = Math.max(1, window / 2);
  }

  private void close(Duration asked) {
    window = 1;
    if (closedFor().isZero()) {
      // Attempts that were in flight together are deferred together; that counts as one deferral.
      deferralsInRow++;
    }
    Duration own = FIRST_CLOSURE.multipliedBy(1L << Math.min(deferralsInRow - 1, 6));
    // A destination that names a time knows best; without one we wait longer each time.
    Duration chosen = asked.isPositive() ? asked : min(own, LONGEST_OWN_CLOSURE);
    long wait = min(chosen, LONGEST_CLOSURE).toNanos();
    long until = clock.nanos() + wait;
    if (!closed || until - closedUntil > 0) {
      closedUntil = until;
    }
    closed = true;
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  int window() {
    return window;
  }

  int inFlight() {
    return inFlight;
  }
}
