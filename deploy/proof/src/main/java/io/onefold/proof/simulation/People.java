package io.onefold.proof.simulation;

import io.onefold.codec.StoredOperation;
import io.onefold.guarantee.Assumption;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Unresolved;
import io.onefold.operation.Review.Action;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Review;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Those who decide what is escalated. Truthful ones load the case, then look at the destination,
 * then sign; what they sign may be read much later.
 */
final class People {
  private static final int MOST_REVIEWS = 8;
  private static final Serializer<Review> WRITER =
      AvroSerde.forTopic(History.TOPICS.reviews(), Review.class, History.IDS).serializer();

  private final History history;
  private final VirtualLog log;
  private final Crossing crossing;
  private final Function<String, @Nullable StoredOperation> stored;
  private int left = MOST_REVIEWS;

  People(
      History history,
      VirtualLog log,
      Crossing crossing,
      Function<String, @Nullable StoredOperation> stored) {
    this.history = history;
    this.log = log;
    this.crossing = crossing;
    this.stored = stored;
  }

  /** A question is open: somebody looks at it some time, perhaps. */
  void asked(String operation) {
    if (history.choices().isCalm() || left <= 0 || history.choices().below(4) == 0) {
      return;
    }
    left--;
    history.agenda().in(1 + history.choices().anyUpTo(90 * 60_000), () -> load(operation, false));
  }

  /** Somebody decides without having been asked. */
  void meddle(String operation) {
    history.note(Fault.REVIEW_UNTIMELY, () -> "");
    load(operation, true);
  }

  private void load(String operation, boolean anyState) {
    StoredOperation found = stored.apply(operation);
    if (found == null && anyState) {
      // A wrong ID, or a decision before there is anything to decide.
      look(operation, 1);
    }
    if (found == null || !(found.state() instanceof Known known)) {
      return;
    }
    if (!anyState && !(known instanceof Unresolved)) {
      return;
    }
    long sequence = known.operation().sequence();
    if (history.strikes(Fault.REVIEW_STALE, 60)) {
      sequence = 1L + history.choices().below((int) sequence);
    }
    long loaded = sequence;
    history.agenda().in(history.choices().anyUpTo(2 * 60_000), () -> look(operation, loaded));
  }

  /** What a search shows now is what the person knows. */
  private void look(String operation, long sequence) {
    boolean there = crossing.visible(operation) > 0;
    boolean lies =
        history.world().breaks(Assumption.REVIEWERS_ARE_TRUTHFUL)
            && history.strikes(Fault.REVIEW_FALSE, 400);
    if (lies) {
      history.breaks(operation, Assumption.REVIEWERS_ARE_TRUTHFUL);
    }
    Action action = action(there != lies, operation);
    Review review =
        Review.newBuilder()
            .setOperationId(operation)
            .setAction(action.name())
            .setReason("looked at it")
            .setReviewer("kim")
            .setSequence(sequence)
            .setProviderId(providerId(action, operation).orElse(null))
            .setForce(history.choices().below(3) == 2)
            .setReviewedAtMs(history.agenda().epochMs())
            .build();
    sign(review);
  }

  private Optional<String> providerId(Action action, String operation) {
    return action == Action.CONFIRM_DONE ? crossing.shown(operation) : Optional.empty();
  }

  private Action action(boolean there, String operation) {
    // Where an effect may appear at any time, nobody can say that there is none.
    boolean canTell = history.world().settles();
    return switch (history.choices().below(6)) {
      case 0 -> Action.RECHECK;
      case 1 -> there ? Action.CONFIRM_DONE : canTell ? Action.AUTHORISE_RETRY : Action.RECHECK;
      case 2 -> there ? Action.CONFIRM_DONE : canTell ? Action.CONFIRM_NOT_DONE : Action.RECHECK;
      case 3 -> isHeldBack(operation) ? Action.APPROVE : Action.RECHECK;
      case 4 -> Action.ACKNOWLEDGE;
      default -> there ? Action.RECHECK : Action.CANCEL;
    };
  }

  private boolean isHeldBack(String operation) {
    StoredOperation found = stored.apply(operation);
    OperationState state = found == null ? null : found.state();
    return state instanceof Unresolved open && !open.operation().admitted();
  }

  private void sign(Review review) {
    byte[] bytes = WRITER.serialize(History.TOPICS.reviews(), review);
    String topic = History.TOPICS.reviews();
    history
        .agenda()
        .in(
            history.choices().anyUpTo(10 * 60_000),
            () -> log.append(topic, review.getOperationId(), bytes));
    if (history.strikes(Fault.RECORD_DUPLICATED, 60)) {
      history
          .agenda()
          .in(
              history.choices().anyUpTo(60 * 60_000),
              () -> log.append(topic, review.getOperationId(), bytes));
    }
  }
}
