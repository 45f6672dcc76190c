package io.onefold.operation;

/** When absence is proof, and when a person may rely on it. */
final class Proof {
  private Proof() {}

  /**
   * True if this NOT_FOUND answers a readback that was issued after the settle point of the current
   * token, was complete, nothing positive is known, and the contract lets absence speak. No clock
   * is compared: the order of recording is.
   */
  static boolean counts(Operation op, int token, int number, Observation seen) {
    ReadbackLog readbacks = op.readbacks();
    boolean answersCountingReadback =
        token == op.attempts().token()
            && number >= readbacks.proofFrom()
            && number <= readbacks.lastNumber();
    boolean showsNothing = seen.kind() == Observation.Kind.ABSENT && seen.complete();
    if (!answersCountingReadback || !showsNothing || op.knowledge().forbidsSending()) {
      return false;
    }
    if (refusedForGood(op)) {
      return true;
    }
    DestinationPolicy rules = op.rules();
    return rules.absenceProves()
        && readbacks.settled()
        && (!rules.absenceNeedsReport() || op.attempts().closed());
  }

  /** True if enough counting readbacks agree. */
  static boolean suffices(Operation op) {
    int needed = refusedForGood(op) ? 1 : op.rules().confirmations();
    return op.readbacks().confirmed() >= needed;
  }

  /** The destination refused the current attempt, and nothing tells of an effect of another one. */
  static boolean refusedForGood(Operation op) {
    return op.knowledge().refused()
        && !op.knowledge().forbidsSending()
        && !op.attempts().earlierUnknown();
  }

  /**
   * True if the promised job is all that may have an effect: its failure then speaks for
   * everything.
   */
  static boolean onlyThePromise(Operation op) {
    return !op.knowledge().positive()
        && !op.attempts().earlierUnknown()
        && (op.attempts().current().isEmpty()
            || op.attempts().endedWith(SendReport.Result.ACCEPTED_LATER));
  }

  /**
   * True if a person's "it was not done" can rest on what could be seen: after settle, nothing
   * positive, attempt over.
   */
  static boolean allowsNotDone(Operation op) {
    if (op.knowledge().forbidsSending()) {
      return false;
    }
    if (op.attempts().neverGranted()) {
      return true;
    }
    AttemptLog attempts = op.attempts();
    boolean neverGrantedNow = attempts.current().isEmpty() && !attempts.earlierUnknown();
    boolean settled = neverGrantedNow || op.readbacks().settled();
    return settled && (leaseEndSuffices(op) || attempts.closed());
  }

  /** True if the contract takes the mere end of a lease for the end of its attempt. */
  static boolean leaseEndSuffices(Operation op) {
    return op.rules().absenceProves() && !op.rules().absenceNeedsReport();
  }
}
