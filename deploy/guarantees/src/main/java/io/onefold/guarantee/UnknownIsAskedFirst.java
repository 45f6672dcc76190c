package io.onefold.guarantee;

import io.onefold.schema.OperationEvent;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.Receipt;
import io.onefold.schema.ReportReceived;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Attempts that nobody knows the end of: they are neither repeated nor called undone before the
 * destination was asked, or its own deduplication or an authorised person answers for it; and an
 * operation that is called undone has no effect.
 */
public final class UnknownIsAskedFirst extends PerOperation {
  /** For one run. */
  public UnknownIsAskedFirst() {
    super(
        "Unknown does not mean failed. A timeout, a cut connection, a 5xx, a crash: the destination"
            + " is asked first.",
        DoubtAccount::new);
  }

  private static final class DoubtAccount extends Account {
    private final Trail trail = new Trail();
    private final Set<Assumption> grounds = EnumSet.of(Assumption.KAFKA_KEEPS_RECORDS);
    private boolean unasked;
    private boolean ended;
    private int stored;
    private String verdict = "";

    @Override
    void journalled(Seen.Journalled journalled, Findings findings) {
      OperationEvent event = journalled.event();
      if (ended) {
        return;
      }
      boolean wasInDoubt = inDoubt();
      trail.absorb(event);
      unasked = inDoubt() && (unasked || !wasInDoubt) && !answers(event);
      Optional<Ground> ground = Optional.empty();
      if (event.getToken() > trail.token()) {
        ground = Ground.of(trail, event);
        ground.ifPresent(found -> grounds.addAll(found.restsOn(trail)));
        boolean instead = ground.equals(Optional.of(Ground.SAFE_REPLAY)) || reviewed(ground);
        askedFirst(event, instead, findings);
      } else if (Names.kind(event).equals("REJECT")) {
        askedFirst(event, false, findings);
      }
      if (Names.isFinal(event.getStateAfter())) {
        ended = true;
        grounds.addAll(verdictRestsOn(event));
      }
      trail.follow(event, ground);
      unasked &= inDoubt();
    }

    private static boolean reviewed(Optional<Ground> ground) {
      return ground.equals(Optional.of(Ground.AUTHORISED));
    }

    private boolean inDoubt() {
      return trail.ending() == Trail.Ending.UNKNOWN || trail.ending() == Trail.Ending.SILENT;
    }

    private boolean answers(OperationEvent event) {
      return switch (event.getInput()) {
        case ReadbackReported in -> in.getToken() == trail.token();
        case ReportReceived in -> trail.justReported() && in.getReport().getReadback() != null;
        default -> false;
      };
    }

    private void askedFirst(OperationEvent event, boolean instead, Findings findings) {
      if (unasked && !instead) {
        findings.add(
            "unknown-not-asked",
            "event %d concluded %s %s after token %d ended %s, and no readback had answered"
                .formatted(
                    event.getSequence(),
                    Names.kind(event),
                    event.getConclusion().getWhy(),
                    trail.token(),
                    trail.ending()));
      }
    }

    /** What must be true if nothing is to appear after this end. */
    private Set<Assumption> verdictRestsOn(OperationEvent event) {
      EnumSet<Assumption> rests = EnumSet.noneOf(Assumption.class);
      if (trail.firstGrantMs().isEmpty()) {
        return rests;
      }
      rests.addAll(Ground.restsOnTheEnd(trail));
      rests.add(Assumption.READBACK_IS_TRUE);
      switch (Names.kind(event)) {
        case "REJECT" -> rests.add(Assumption.CLASSIFICATION_IS_TRUE);
        case "RESOLVE" -> rests.add(Assumption.REVIEWERS_ARE_TRUTHFUL);
        default -> {}
      }
      return rests;
    }

    @Override
    void stored(Seen.Stored effect, Findings findings) {
      stored++;
    }

    @Override
    void received(Receipt receipt, Findings findings) {
      boolean rejected = receipt.getOutcome().equals("REJECTED");
      if (rejected || Objects.equals(receipt.getResolution(), "NOT_DONE")) {
        verdict = rejected ? "rejected-though-done" : "not-done-though-done";
      }
    }

    @Override
    void conclude(Findings findings) {
      if (!verdict.isEmpty() && stored > 0) {
        findings.add(
            verdict, "the receipt says no, but %d are stored".formatted(stored), grounds, broken());
      }
    }
  }
}
