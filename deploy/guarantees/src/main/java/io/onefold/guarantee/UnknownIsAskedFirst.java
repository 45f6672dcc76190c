package io.onefold.guarantee;

import io.onefold.schema.Command;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Readback;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.Receipt;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
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

  /** A readback, as the destination is to be asked. */
  private record Question(int token, int number) {}

  private static final class DoubtAccount extends Account {
    private final Trail trail = new Trail();
    private final Set<Assumption> grounds = EnumSet.of(Assumption.KAFKA_KEEPS_RECORDS);
    private boolean unasked;
    private boolean ended;
    private int stored;
    private String verdict = "";
    private final Set<Question> asked = new HashSet<>();
    private final List<Question> commanded = new ArrayList<>(2);

    @Override
    void commanded(Command command, Findings findings) {
      if (command.getOrder() instanceof Readback order) {
        commanded.add(new Question(order.getToken(), order.getNumber()));
      }
    }

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
        refusalAskedFirst(event, findings);
      } else if (Names.kind(event).equals("RESOLVE")) {
        verdictAllowed(event, findings);
      }
      if (Names.isFinal(event.getStateAfter())) {
        ended = true;
        grounds.addAll(verdictRestsOn(event));
      }
      trail.follow(event, ground);
      unasked &= inDoubt();
      if (Names.kind(event).equals("ASK") || Names.kind(event).equals("ASK_ASIDE")) {
        asked.add(new Question(trail.token(), trail.lastNumber()));
      }
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

    /** A refusal may be wrong, so a destination that can be asked is asked once more. */
    private void refusalAskedFirst(OperationEvent event, Findings findings) {
      boolean answered =
          event.getInput() instanceof ReadbackReported in
              && (trail.showsNothing(in)
                  || in.getObservation().getDetail().equals("NOTHING_TO_ASK"));
      if (trail.ending() == Trail.Ending.REFUSED && trail.rules().getHasReadback() && !answered) {
        findings.add(
            "refusal-not-asked",
            "event %d rejected it on %s, and no readback after the refusal showed nothing"
                .formatted(event.getSequence(), event.getInput().getClass().getSimpleName()));
      }
    }

    private void verdictAllowed(OperationEvent event, Findings findings) {
      boolean current =
          event.getInput() instanceof Review review && Ground.isCurrent(trail, event, review);
      if (!current) {
        findings.add(
            "verdict-on-old-knowledge",
            "event %d resolved it, but event %d had changed what was known"
                .formatted(event.getSequence(), trail.movedAt()));
      }
      if (event.getConclusion().getWhy().equals("RESOLVED_NOT_DONE") && !trail.allowsNotDone()) {
        findings.add(
            "not-done-too-early",
            "event %d calls it not done, while an effect may exist or appear"
                .formatted(event.getSequence()));
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
      commanded.stream()
          .filter(question -> !asked.remove(question))
          .forEach(
              question ->
                  findings.add(
                      "readback-not-in-journal",
                      "commanded %s, which the journal does not have, or not so often"
                          .formatted(question)));
      if (!verdict.isEmpty() && stored > 0) {
        findings.add(
            verdict, "the receipt says no, but %d are stored".formatted(stored), grounds, broken());
      }
    }
  }
}
