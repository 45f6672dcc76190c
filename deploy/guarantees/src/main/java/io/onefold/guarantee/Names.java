package io.onefold.guarantee;

import io.onefold.schema.OperationEvent;
import io.onefold.schema.ReadbackObservation;

/** What the names in public records mean. */
final class Names {
  private Names() {}

  /** True for a state that ends an operation. */
  static boolean isFinal(String state) {
    return switch (state) {
      case "VERIFIED", "REJECTED", "RESOLVED" -> true;
      default -> false;
    };
  }

  /** True for a report that tells of an effect, or promises one. */
  static boolean isAcceptance(String result) {
    return result.equals("ACCEPTED") || result.equals("ACCEPTED_LATER");
  }

  /** True for a report that nothing was done and that another attempt may follow. */
  static boolean isNotCommitted(String result) {
    return result.equals("NOT_SENT") || result.equals("DEFERRED");
  }

  /** True for an observation that something is there, whatever it is. */
  static boolean isFound(ReadbackObservation seen) {
    return seen.getResult().equals("FOUND");
  }

  /** True for an observation that the one right thing is there. */
  static boolean isAllRight(ReadbackObservation seen) {
    return isFound(seen)
        && (seen.getDetail().equals("MATCH") || seen.getDetail().equals("NORMALISED"));
  }

  /** The kind of what the ledger concluded. */
  static String kind(OperationEvent event) {
    return event.getConclusion().getKind();
  }
}
