package io.onefold.topology;

import io.onefold.operation.Decision;
import io.onefold.operation.Observation;
import io.onefold.operation.OperationInput;
import io.onefold.operation.OperationInput.ClaimRequested;
import io.onefold.operation.OperationInput.IntentSubmitted;
import io.onefold.operation.OperationInput.ReadbackReported;
import io.onefold.operation.OperationInput.SendReported;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.StateName;
import io.onefold.operation.Step;

/** Counts what was decided. The names are what the meters are made of. */
public final class LedgerTally {
  /** Stands for every destination that no contract names, so that there are not ever more. */
  public static final String OTHER = "other";

  /** What became of an intent. */
  public enum Taken {
    /** It is carried out. */
    ADMITTED,
    /** Known, with the same content. */
    DUPLICATE,
    /** Known, with other content. */
    CONFLICT,
    /** A person must decide. */
    ESCALATED,
    /** It is never carried out. */
    REJECTED,
    /** Anything else: nothing changes. */
    NOTED
  }

  private final LedgerCounters counters;
  private final Policies policies;

  LedgerTally(LedgerCounters counters, Policies policies) {
    this.counters = counters;
    this.policies = policies;
  }

  void count(OperationState before, Decision decision) {
    OperationInput input = decision.event().input();
    Step step = decision.event().step();
    counters.count("inputs." + input.getClass().getSimpleName());
    counters.count("conclusions." + step.getClass().getSimpleName());
    StateName is = StateName.of(decision.after());
    if (StateName.of(before) != is) {
      counters.count("entered." + is);
    }
    switch (input) {
      case IntentSubmitted intent -> counters.count("intents." + taken(step));
      case ClaimRequested claim -> count(before, claim, step);
      case SendReported sent -> {
        String destination = destination(decision.after());
        counters.count("sends." + sent.report().result() + "." + destination);
        sent.report().readback().ifPresent(seen -> readBack(seen, destination));
      }
      case ReadbackReported seen -> readBack(seen.observation(), destination(decision.after()));
      default -> {}
    }
  }

  private static Taken taken(Step step) {
    return switch (step) {
      case Step.Offer offer -> Taken.ADMITTED;
      case Step.Stay stay when stay.remark() == Step.Remark.DUPLICATE_INTENT -> Taken.DUPLICATE;
      case Step.Notify conflict -> Taken.CONFLICT;
      case Step.Escalate question -> Taken.ESCALATED;
      case Step.Reject refusal -> Taken.REJECTED;
      default -> Taken.NOTED;
    };
  }

  private void count(OperationState before, ClaimRequested claim, Step step) {
    if (step instanceof Step.GrantClaim) {
      counters.count("grants");
    } else if (step instanceof Step.Stay) {
      counters.count("claims.refused." + ClaimRefusal.of(before, claim));
    }
  }

  private void readBack(Observation seen, String destination) {
    counters.count("readbacks." + seen.result() + "." + destination);
  }

  private String destination(OperationState state) {
    String name =
        switch (state) {
          case Absent absent -> OTHER;
          case Forgotten forgotten -> forgotten.destination();
          case Known known -> DestinationGates.destination(known);
        };
    return policies.of(name).isPresent() ? name : OTHER;
  }
}
