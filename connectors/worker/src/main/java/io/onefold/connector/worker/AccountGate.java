package io.onefold.connector.worker;

import io.onefold.connector.SendResult;
import java.time.Duration;

/**
 * When no attempt of an account may be made.
 *
 * <p>A deferral closes the whole account, with all destinations that share it, until its time is
 * over, and then one attempt goes first: the provider speaks for the account, not for one
 * operation. The rest follows once that one got a real answer.
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

  private final WorkerClock clock;
  private int inFlight;
  private int deferralsInRow;
  private boolean closed;
  private boolean oneGoesFirst;
  private long closedUntil;
  private long closures;

  /**
   * Makes an open gate.
   *
   * @param clock measures closures on its monotonic side
   */
  public AccountGate(WorkerClock clock) {
    this.clock = clock;
  }

  /** True if a deferral lets one more attempt begin now. */
  public boolean hasRoom() {
    return closedFor().isZero() && !(oneGoesFirst && inFlight > 0);
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

  /** How often a deferral closed the account so far. */
  long closures() {
    return closures;
  }

  /** One more claim or attempt of the account counts. */
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
      case SendResult.Accepted a -> answered();
      case SendResult.AcceptedLater a -> answered();
      case SendResult.Refused r -> answered();
      case SendResult.Deferred d -> close(d.retryAfter());
      case SendResult.Unknown u -> {}
      case SendResult.NotSent n -> {}
    }
  }

  private void answered() {
    // The answer of an attempt that left before the deferral says nothing about afterwards.
    if (closedFor().isZero()) {
      deferralsInRow = 0;
      oneGoesFirst = false;
    }
  }

  private void close(Duration asked) {
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
    oneGoesFirst = true;
    closures++;
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
