package io.onefold.operation;

import java.time.Duration;
import java.time.Instant;

/**
 * Delay before the next attempt: exponential, with jitter over its upper half. The jitter is
 * derived from the operation ID and the token, so that a replay of the log agrees; the lower half
 * is kept, so that delays really grow.
 */
final class Backoff {
  private Backoff() {}

  /** When the next token may be offered, not before {@code atLeast} from now. */
  static Instant dispatchAt(Operation op, Instant at, Duration atLeast) {
    int round = Math.max(0, op.attempts().spent() + op.attempts().unsent() - 1);
    Duration full = op.rules().attempts().delay(round);
    long half = full.toMillis() / 2;
    Duration delay =
        Duration.ofMillis(half + Math.round(half * fraction(op.id(), op.attempts().token())));
    return at.plus(delay.compareTo(atLeast) >= 0 ? delay : atLeast.plus(delay.dividedBy(8)));
  }

  /** A number in [0, 1) that depends on nothing but its arguments. */
  static double fraction(String operationId, int token) {
    long z = operationId.hashCode() * 0x9E3779B97F4A7C15L + token * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    z ^= z >>> 31;
    return (z >>> 11) * 0x1.0p-53;
  }
}
