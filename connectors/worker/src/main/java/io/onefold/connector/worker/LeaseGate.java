package io.onefold.connector.worker;

import io.onefold.connector.SendGate;
import io.onefold.destination.Destination;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The last look at the clock before the first byte: opens once, and only while {@code now < tc +
 * lease - sendTimeout - margin}.
 *
 * <p>{@code tc} was noted before the claim was produced, so the worker's view of the lease ends
 * before the ledger's, whatever the log's delay was. The monotonic clock of most systems stands
 * still while the machine is suspended; the wall clock does not, so both must agree that there is
 * time. A wall clock that jumps forward can only close the gate, which costs a retry.
 *
 * <p>Safe for use by several threads.
 */
public final class LeaseGate implements SendGate {
  private enum State {
    NEW,
    OPENED,
    SHUT
  }

  private final WorkerClock clock;
  private final long claimedNanos;
  private final Instant claimedAt;
  private final Duration usable;
  private State state = State.NEW;
  private Optional<Instant> openedAt = Optional.empty();

  /**
   * Makes the gate of one attempt.
   *
   * @param clock the worker's clocks
   * @param claim the claim, with the times noted before it was produced
   * @param usable how long after {@code tc} the call may still start; zero or negative: never
   */
  public LeaseGate(WorkerClock clock, Claim claim, Duration usable) {
    this.clock = clock;
    this.claimedNanos = claim.tcNanos();
    this.claimedAt = claim.tc();
    this.usable = usable;
  }

  /** What a lease leaves for the start of a call: lease without send timeout and margin. */
  static Duration usable(Duration lease, Destination destination) {
    return lease.minus(destination.effectiveSendTimeout()).minus(destination.margin());
  }

  @Override
  public synchronized boolean open() {
    if (state != State.NEW) {
      // A second opening would be a second request on the wire.
      return false;
    }
    Instant now = clock.now();
    boolean inTime =
        Duration.ofNanos(clock.nanos() - claimedNanos).compareTo(usable) < 0
            && now.isBefore(claimedAt.plus(usable));
    state = inTime ? State.OPENED : State.SHUT;
    if (inTime) {
      openedAt = Optional.of(now);
    }
    return inTime;
  }

  /**
   * Makes sure that the gate opens no more. True: it never opened, so no byte left or will leave.
   */
  public synchronized boolean shut() {
    if (state == State.NEW) {
      state = State.SHUT;
    }
    return state == State.SHUT;
  }

  /** When the gate opened, by the wall clock, for the record; empty: it did not. */
  public synchronized Optional<Instant> openedAt() {
    return openedAt;
  }
}
