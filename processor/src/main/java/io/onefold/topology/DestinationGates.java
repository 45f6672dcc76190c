package io.onefold.topology;

import io.onefold.codec.StoredDestination;
import io.onefold.operation.Gate;
import io.onefold.operation.OperationEffect;
import io.onefold.operation.OperationInput;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.OperationState.Known;
import io.onefold.suspension.ControlDecider;
import io.onefold.suspension.ControlEvent;
import io.onefold.suspension.ControlEvolver;
import io.onefold.suspension.DestinationControl;
import io.onefold.suspension.Phase;
import io.onefold.suspension.Request;
import io.onefold.suspension.Request.Wish;
import io.onefold.suspension.Suspension;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which destinations take attempts, as far as one partition knows: what it has learned of their
 * controls, and what it has asked of them itself. Used by one thread at a time.
 */
final class DestinationGates {
  private final int partition;
  private final PartitionStore store;
  private final ControlOutbox outbox;

  /** All that are stored, read once: they are few, and every claim asks for one. */
  private @Nullable Map<String, StoredDestination> known;

  DestinationGates(int partition, PartitionStore store, ControlOutbox outbox) {
    this.partition = partition;
    this.store = store;
    this.outbox = outbox;
  }

  /** Whether an input may lead to an attempt of its operation. */
  Gate gate(OperationState state, OperationInput input) {
    Optional<String> destination =
        switch (state) {
          case Absent absent -> wanted(input);
          case Forgotten forgotten -> Optional.empty();
          case Known known when known.operation().admitted() ->
              Optional.of(known.operation().intent().destination());
          // Another intent may replace the one that is held back.
          case Known known -> wanted(input).or(() -> Optional.of(destination(known)));
        };
    return destination.map(d -> find(d).gate(state.operationId())).orElse(Gate.OPEN);
  }

  private static Optional<String> wanted(OperationInput input) {
    return input instanceof OperationInput.IntentSubmitted submitted
        ? Optional.of(submitted.intent().destination())
        : Optional.empty();
  }

  static String destination(Known state) {
    return state.operation().intent().destination();
  }

  StoredDestination find(String destination) {
    return all().getOrDefault(destination, StoredDestination.untouched(destination));
  }

  private Map<String, StoredDestination> all() {
    Map<String, StoredDestination> all = known;
    if (all == null) {
      all = new TreeMap<>();
      for (StoredDestination stored : store.destinations()) {
        all.put(stored.name(), stored);
      }
      known = all;
    }
    return all;
  }

  /** All of which something is known. */
  Collection<StoredDestination> known() {
    return all().values();
  }

  /** Those whose held operations are still to be offered. */
  Collection<StoredDestination> reopening() {
    return all().values().stream().filter(d -> d.reopenedAtMs().isPresent()).toList();
  }

  /** Stores what is remembered of a destination. */
  void keep(StoredDestination destination) {
    all().put(destination.name(), destination);
    store.keep(destination);
  }

  /** Tells the control of an operation's destination what the operation means for it. */
  void perform(OperationEffect effect, Known state, Instant at) {
    String destination = destination(state);
    String id = state.operationId();
    switch (effect) {
      case OperationEffect.SuspendDestination refused ->
          ask(destination, new Wish.Refused(id, why(refused), refused.text()), true, at);
      case OperationEffect.EndTest ended ->
          endTest(destination, id, ended.passed(), ended.text(), at);
      case OperationEffect.WantTest wanted ->
          ask(destination, new Wish.TestWanted(id, wanted.by(), wanted.text()), false, at);
      default -> {}
    }
  }

  private static Suspension.Why why(OperationEffect.SuspendDestination refused) {
    return switch (refused.reason()) {
      case AUTHORIZATION -> Suspension.Why.AUTHORIZATION;
      case IDENTITY_MISMATCH -> Suspension.Why.IDENTITY_MISMATCH;
      default ->
          throw new IllegalStateException(refused.reason() + " does not suspend a destination");
    };
  }

  /**
   * The test has come to rest. Nothing goes to the destination from here until its control knows,
   * whatever was learned before.
   */
  void endTest(String destination, String id, boolean passed, String text, Instant at) {
    long test = find(destination).control().movedAt();
    ask(destination, new Wish.TestEnded(id, test, passed, text), true, at);
  }

  private void ask(String destination, Wish wish, boolean holds, Instant at) {
    StoredDestination asking = find(destination).asking(partition, holds);
    keep(asking);
    outbox.request(destination, partition, asking.asked(), wish, at);
  }

  /**
   * Decides about a request, which only the home of the destination's name may.
   *
   * @return what its decision means for what waits here
   */
  News decide(String destination, Request request) {
    StoredDestination before = find(destination);
    ControlEvent event = ControlDecider.decide(before.control(), request);
    DestinationControl after = ControlEvolver.evolve(before.control(), event);
    String chain = outbox.event(event, before, after);
    return learn(after, chain, request.at());
  }

  /** What a partition makes of a newer state of a control. */
  sealed interface News {
    /** Nothing changes for what waits here. */
    record Nothing() implements News {}

    /** An operation of this partition, if it is one, is let through as the test. */
    record Test(String operationId) implements News {}

    /** What was held here may go. */
    record Reopened() implements News {}
  }

  /** Takes a newer state of a control over. */
  News learn(DestinationControl newer, String chain, Instant at) {
    StoredDestination before = find(newer.destination());
    if (newer.sequence() <= before.control().sequence()) {
      return new News.Nothing();
    }
    StoredDestination after = before.learned(newer, chain, partition);
    boolean reopened = after.isOpen() && !before.isOpen();
    if (reopened) {
      after = after.reopened(Optional.of(at.toEpochMilli()));
    } else if (!after.isOpen()) {
      after = after.reopened(Optional.empty());
    }
    keep(after);
    if (reopened) {
      return new News.Reopened();
    }
    boolean begins = !test(before).equals(test(after));
    return begins && after.control().phase() instanceof Phase.Testing testing
        ? new News.Test(testing.operationId())
        : new News.Nothing();
  }

  /**
   * The test that is let through here, named by the event that began it; empty if there is none.
   */
  private static Optional<Long> test(StoredDestination stored) {
    return stored.control().phase() instanceof Phase.Testing && stored.heldUntil() == 0
        ? Optional.of(stored.control().movedAt())
        : Optional.empty();
  }
}
