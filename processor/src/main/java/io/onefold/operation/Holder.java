package io.onefold.operation;

import java.time.Instant;

/**
 * Who was granted the newest attempt.
 *
 * @param leaseUntil end of the grant, by the ledger's clock
 * @param over the attempt is known to have ended: its holder reported, or its process is proved
 *     dead
 * @param reported the holder itself reported; a second, other report of it is not believed
 */
public record Holder(
    int token, String claimId, Worker worker, Instant leaseUntil, boolean over, boolean reported) {
  /** The same grant, known to be over. */
  Holder closed(boolean byItself) {
    return new Holder(token, claimId, worker, leaseUntil, true, reported || byItself);
  }

  /** The same grant with its lease counted anew. */
  Holder until(Instant anew) {
    return new Holder(token, claimId, worker, anew, over, reported);
  }
}
