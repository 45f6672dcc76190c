package io.onefold.guarantee;

import io.onefold.schema.ClaimReceived;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.HolderDied;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;
import io.onefold.schema.SendReported;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What stands in the input topics of one operation, and what its journal decided on. */
final class Sources {
  private final Set<Input> standing = new HashSet<>();
  private final Map<Input, Long> decidedOn = new HashMap<>(4);

  /** What makes one input another than the next. */
  private record Input(String kind, long number, String name, String content) {}

  /** A worker's record stands in its topic. */
  void stands(ProviderEvent event) {
    switch (event.getFact()) {
      case ClaimRequested claim -> standing.add(of(claim));
      case SendReported report -> standing.add(of(report));
      case ReadbackReported answer -> standing.add(of(answer));
      default -> {}
    }
  }

  /** A review stands in its topic. */
  void stands(Review review) {
    standing.add(of(review));
  }

  /** A worker's start, or an operator's word that it is dead, stands in its topic. */
  void started(String workerId, long incarnation) {
    standing.add(life(workerId, incarnation));
  }

  /** The ledger concluded something from an input. */
  void decided(OperationEvent event) {
    boolean matters =
        switch (Names.kind(event)) {
          case "GRANT_CLAIM", "OFFER", "VERIFY", "REJECT", "RESOLVE" -> true;
          default -> false;
        };
    Optional<Input> source =
        switch (event.getInput()) {
          case HolderDied in -> Optional.of(life(in.getWorkerId(), in.getIncarnation()));
          case ClaimReceived in when matters -> Optional.of(of(in.getClaim()));
          case ReportReceived in when matters -> Optional.of(of(in.getReport()));
          case ReadbackReported in when matters -> Optional.of(of(in));
          case Review in when matters -> Optional.of(of(in));
          default -> Optional.empty();
        };
    source.ifPresent(input -> decidedOn.put(input, event.getSequence()));
  }

  /** What was decided on, and stands in no topic. */
  List<String> missing(Sources shared) {
    return decidedOn.entrySet().stream()
        .filter(on -> !standing.contains(on.getKey()) && !shared.standing.contains(on.getKey()))
        .map(on -> "event %d rests on %s".formatted(on.getValue(), on.getKey()))
        .toList();
  }

  private static Input of(ClaimRequested claim) {
    return new Input("claim", claim.getToken(), claim.getClaimId(), "");
  }

  private static Input of(SendReported report) {
    ReadbackObservation seen = report.getReadback();
    String content =
        report.getResult()
            + ' '
            + report.getDetail()
            + (seen == null ? "" : " and " + content(seen));
    return new Input("report", report.getToken(), report.getClaimId(), content);
  }

  private static Input of(ReadbackReported answer) {
    return new Input(
        "readback",
        answer.getNumber(),
        Integer.toString(answer.getToken()),
        content(answer.getObservation()));
  }

  /** What may be concluded from it. */
  private static String content(ReadbackObservation seen) {
    return seen.getDetail()
        + (seen.getComplete() ? " complete " : " incomplete ")
        + seen.getMatches();
  }

  private static Input of(Review review) {
    return new Input("review", review.getSequence(), review.getReviewer(), review.getAction());
  }

  private static Input life(String workerId, long incarnation) {
    return new Input("start", incarnation, workerId, "");
  }
}
