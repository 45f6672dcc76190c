package io.onefold.operation;

import io.onefold.operation.Ending.Level;
import io.onefold.operation.Ending.Outcome;
import io.onefold.operation.OperationInput.ReviewSubmitted;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Builds endings from what is known at that moment. */
final class Endings {
  private Endings() {}

  static Ending verified(Operation op, Step.Verify verify, Instant at) {
    Knowledge known = op.knowledge();
    return new Ending(
        Outcome.VERIFIED,
        at,
        Optional.empty(),
        "",
        verify.evidence(),
        known.lastFound(),
        known.providerId(),
        known.publicUrl(),
        Optional.empty());
  }

  static Ending rejected(Operation op, Step.Reject reject, OperationEvent event) {
    Optional<Review> review = review(event);
    return new Ending(
        Outcome.REJECTED,
        event.input().at(),
        Optional.of(reject.reason()),
        reject.text(),
        review.isPresent() ? Level.REVIEWER : Level.REFUSAL,
        lastSeen(op),
        Optional.empty(),
        Optional.empty(),
        review);
  }

  static Ending resolved(Operation op, Step.Resolve resolve, OperationEvent event) {
    Optional<Review> review = review(event);
    Knowledge known = op.knowledge();
    return new Ending(
        resolve.outcome(),
        event.input().at(),
        Optional.empty(),
        "",
        Level.REVIEWER,
        lastSeen(op),
        review.flatMap(Review::providerId).or(known::providerId),
        review.flatMap(Review::publicUrl).or(known::publicUrl),
        review);
  }

  private static Optional<Review> review(OperationEvent event) {
    return event.input() instanceof ReviewSubmitted submitted
        ? Optional.of(submitted.review())
        : Optional.empty();
  }

  private static Optional<Observation> lastSeen(Operation op) {
    List<ReadbackLog.Entry> entries = op.readbacks().entries();
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (entries.get(i).observation().isPresent()) {
        return entries.get(i).observation();
      }
    }
    return Optional.empty();
  }
}
