package io.onefold.guarantee;

import io.onefold.schema.Intent;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Review;
import io.onefold.schema.SendReported;
import java.util.Optional;

/** What an intent and its contract allow: when it may be sent, and how often. */
final class Terms {
  private int spent;

  /** The holder of the current token said how its attempt ended. */
  void reported(SendReported report) {
    boolean free =
        Names.isNotCommitted(report.getResult()) || report.getDetail().equals("KEY_IN_FLIGHT");
    spent -= free ? 1 : 0;
  }

  /** An attempt was granted. */
  void granted(Trail trail, OperationEvent event, Findings findings) {
    spent++;
    intent(trail)
        .map(Intent::getExpiresAtMs)
        .filter(expires -> expires <= event.getAtMs())
        .ifPresent(
            expires ->
                findings.add(
                    "sent-after-expiry",
                    "event %d granted an attempt at %d; the intent expired at %d"
                        .formatted(event.getSequence(), event.getAtMs(), expires)));
  }

  /** Another token was brought, and this allows it. */
  void offered(Trail trail, OperationEvent event, Ground ground, Findings findings) {
    if (ground == Ground.ADMITTED) {
      notBefore(trail, event, findings);
      return;
    }
    int most = trail.rules().getMaxAttempts();
    if (spent >= most && !isForced(event)) {
      findings.add(
          "budget-exceeded",
          "event %d brought token %d as %s, but %d of %d attempts are spent"
              .formatted(event.getSequence(), event.getToken(), ground, spent, most));
    }
  }

  private static boolean isForced(OperationEvent event) {
    return event.getInput() instanceof Review review && review.getForce();
  }

  private static void notBefore(Trail trail, OperationEvent event, Findings findings) {
    Long offered = event.getConclusion().getAtMs();
    intent(trail)
        .map(Intent::getNotBeforeMs)
        .filter(earliest -> offered == null || offered < earliest)
        .ifPresent(
            earliest ->
                findings.add(
                    "sent-before-its-time",
                    "event %d offers it from %d on; the intent says %d"
                        .formatted(event.getSequence(), offered, earliest)));
  }

  private static Optional<Intent> intent(Trail trail) {
    return trail.wanted().map(IntentSubmitted::getIntent);
  }
}
