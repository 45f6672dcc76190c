package io.onefold.audit;

import io.onefold.schema.ClaimReceived;
import io.onefold.schema.Conclusion;
import io.onefold.schema.HolderDied;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;
import io.onefold.schema.TimerFired;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What happened to one operation, for people. */
final class Timeline {
  private static final int MOST = 60;

  private Timeline() {}

  /** The first and the newest records, by their times. */
  static List<Finding.Moment> of(OperationFile file) {
    List<Finding.Moment> all = new ArrayList<>();
    file.intents.forEach(i -> add(all, i.at(), i.at().timestampMs(), "an intent"));
    file.journal.forEach(e -> add(all, e.at(), e.what().getAtMs(), words(e.what())));
    file.receipts.forEach(
        r -> add(all, r.at(), r.what().getIssuedAtMs(), "receipt: " + r.what().getOutcome()));
    file.escalations.forEach(
        e ->
            add(
                all,
                e.at(),
                e.at().timestampMs(),
                "escalation %s: %s".formatted(e.what().getStatus(), e.what().getReason())));
    all.sort(Comparator.comparingLong(Finding.Moment::atMs));
    if (all.size() <= MOST) {
      return all;
    }
    List<Finding.Moment> some = new ArrayList<>(all.subList(0, MOST / 2));
    some.addAll(all.subList(all.size() - MOST / 2, all.size()));
    return some;
  }

  private static void add(List<Finding.Moment> all, TopicRecord at, long atMs, String what) {
    all.add(new Finding.Moment(atMs, at.topic(), at.partition(), at.offset(), what));
  }

  private static String words(OperationEvent event) {
    Conclusion c = event.getConclusion();
    String input =
        switch (event.getInput()) {
          case ClaimReceived in ->
              "claim %s of token %d"
                  .formatted(in.getClaim().getClaimId(), in.getClaim().getToken());
          case ReportReceived in ->
              "report %s of token %d"
                  .formatted(in.getReport().getResult(), in.getReport().getToken());
          case ReadbackReported in ->
              "readback %d: %s".formatted(in.getNumber(), in.getObservation().getDetail());
          case Review in -> "review %s by %s".formatted(in.getAction(), in.getReviewer());
          case TimerFired in -> "timer " + in.getTimer();
          case HolderDied in -> "worker %s is dead".formatted(in.getWorkerId());
          default -> event.getInput().getClass().getSimpleName();
        };
    String state =
        event.getStateBefore().equals(event.getStateAfter())
            ? event.getStateAfter()
            : event.getStateBefore() + " → " + event.getStateAfter();
    return "event %d: %s; %s %s; %s"
        .formatted(event.getSequence(), input, c.getKind(), c.getWhy(), state);
  }
}
