package io.onefold.guarantee;

import io.onefold.schema.OperationEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.SendReported;
import java.util.Objects;
import java.util.Optional;

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

  /**
   * The identifier of the effect that an input tells of, blank if it names none; empty: of none.
   */
  static Optional<String> effect(OperationEvent event) {
    return switch (event.getInput()) {
      case ReportReceived in -> effect(in.getReport());
      case ReadbackReported in -> effect(in.getObservation());
      default -> Optional.empty();
    };
  }

  private static Optional<String> effect(SendReported report) {
    if (isAcceptance(report.getResult()) && report.getEvidence().getProviderId() != null) {
      return Optional.of(report.getEvidence().getProviderId());
    }
    Optional<String> seen = Optional.ofNullable(report.getReadback()).flatMap(Names::effect);
    return seen.isEmpty() && isAcceptance(report.getResult()) ? Optional.of("") : seen;
  }

  private static Optional<String> effect(ReadbackObservation seen) {
    return isFound(seen)
        ? Optional.of(Objects.requireNonNullElse(seen.getProviderId(), ""))
        : Optional.empty();
  }

  /** The kind of what the ledger concluded. */
  static String kind(OperationEvent event) {
    return event.getConclusion().getKind();
  }
}
