package io.onefold.topology;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The ledger's time: the wall clock at start, moved on by the monotonic clock, so that a step of
 * the wall clock neither ends a lease early nor makes it endless. Whole milliseconds, so that a
 * journal event carries all of it. Thread-safe.
 *
 * <p>When both clocks have drifted apart by more than {@link #TOLERANCE} (a suspended machine, a
 * corrected clock), the ledger's time is set anew and {@link #epoch()} rises: whoever measures an
 * interval must start it again in full.
 */
public final class LedgerClock implements InstantSource {
  /** Largest difference to the wall clock that is left alone. */
  public static final Duration TOLERANCE = Duration.ofSeconds(5);

  private final InstantSource wall;
  private final LongSupplier monotonicNanos;
  private Instant anchor;
  private long anchorNanos;
  private int epoch;

  /** A clock over this wall clock and the machine's monotonic one. */
  static LedgerClock of(InstantSource wall) {
    return new LedgerClock(wall, System::nanoTime);
  }

  /** A clock over these two; the second only ever rises. */
  public LedgerClock(InstantSource wall, LongSupplier monotonicNanos) {
    this.wall = wall;
    this.monotonicNanos = monotonicNanos;
    this.anchor = wall.instant();
    this.anchorNanos = monotonicNanos.getAsLong();
  }

  @Override
  public Instant instant() {
    return now();
  }

  /** The ledger's time, in whole milliseconds. */
  public synchronized Instant now() {
    Instant mine = anchor.plusNanos(monotonicNanos.getAsLong() - anchorNanos);
    return Instant.ofEpochMilli(mine.toEpochMilli());
  }

  /** Looks at the wall clock; rises when the ledger's time had to be set anew. */
  public synchronized int epoch() {
    Instant shown = wall.instant();
    if (Duration.between(now(), shown).abs().compareTo(TOLERANCE) > 0) {
      anchor = shown;
      anchorNanos = monotonicNanos.getAsLong();
      epoch++;
    }
    return epoch;
  }
}
