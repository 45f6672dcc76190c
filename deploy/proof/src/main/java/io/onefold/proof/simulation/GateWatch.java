package io.onefold.proof.simulation;

import io.onefold.guarantee.Guarantee;
import io.onefold.guarantee.Seen;
import io.onefold.guarantee.Violation;
import io.onefold.schema.Command;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRequest;
import io.onefold.schema.Grant;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Send;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a partition may send, from what it has read and said before: nothing to a destination that
 * it knows to be suspended, or of which it has said so itself and was not answered yet, but the
 * attempts of the one operation that is the test. Kept apart from the ledger's own bookkeeping.
 */
final class GateWatch implements Guarantee {
  private static final String PROMISE =
      "While a destination is suspended, no attempt goes there but those of its controlled test.";
  private static final Set<String> ACCESS = Set.of("AUTHORIZATION", "IDENTITY_MISMATCH");
  private static final int NOBODY = -1;

  private final Map<Integer, Known> partitions = new HashMap<>();
  private final Map<String, String> states = new HashMap<>();
  private final Map<String, Integer> grants = new HashMap<>();
  private int committing = NOBODY;
  private Optional<String> refused = Optional.empty();
  private int grantsBeforeTest;

  /** What one partition knows of the destination. */
  private static final class Known {
    private long newest;
    private String phase = "OPEN";
    private String test = "";
    private long waitsFor;

    boolean lets(String operation) {
      return waitsFor == 0
          && (phase.equals("OPEN") || (phase.equals("TESTING") && test.equals(operation)));
    }
  }

  private Known known(int partition) {
    return partitions.computeIfAbsent(partition, any -> new Known());
  }

  @Override
  public String promise() {
    return PROMISE;
  }

  /** A partition begins to commit: what is seen until the end of that is its own. */
  void begins(int partition) {
    committing = partition;
  }

  /** In the order of its work, the committing partition has read what a control decided. */
  void reads(DestinationEvent event) {
    learn(known(committing), event);
  }

  private void learn(Known known, DestinationEvent event) {
    if (event.getSequence() <= known.newest) {
      return;
    }
    known.newest = event.getSequence();
    known.phase = event.getState().getPhase();
    known.test = event.getState().getTestOperation();
    Long taken = event.getState().getTaken().get(Integer.toString(committing));
    if (taken != null && taken >= known.waitsFor) {
      known.waitsFor = 0;
    }
  }

  /** The commit is complete. */
  void ends() {
    committing = NOBODY;
  }

  private void told(Consumer<Violation> violations) {
    refused.ifPresent(
        operation ->
            add(
                violations,
                "refusal-not-told",
                operation,
                "its credentials were refused, and its partition told no control"));
    refused = Optional.empty();
  }

  @Override
  public void see(Seen seen, Consumer<Violation> violations) {
    if (committing == NOBODY) {
      return;
    }
    switch (seen) {
      case Seen.Journalled journalled -> {
        told(violations);
        journalled(journalled.event());
      }
      case Seen.Commanded commanded -> commanded(commanded.command(), violations);
      case Seen.Controlled controlled -> {
        switch (controlled.record().getFact()) {
          case DestinationEvent event -> decided(event, violations);
          case DestinationRequest request -> asked(request);
          default -> {}
        }
      }
      case Seen other -> {}
    }
  }

  private void journalled(OperationEvent event) {
    String operation = event.getOperationId();
    boolean obeyed = !event.getConclusion().getWhy().equals("JOURNALLED");
    boolean access =
        event.getInput() instanceof ReportReceived in
            && in.getReport().getResult().equals("REFUSED")
            && ACCESS.contains(in.getReport().getDetail());
    Known known = known(committing);
    if (access && obeyed && known.phase.equals("OPEN") && known.waitsFor == 0) {
      refused = Optional.of(operation);
    }
    states.put(operation, event.getStateAfter());
    if (event.getConclusion().getKind().equals("GRANT_CLAIM")) {
      grants.merge(operation, 1, Integer::sum);
    }
  }

  private void commanded(Command command, Consumer<Violation> violations) {
    String operation = command.getOperationId();
    Known known = known(committing);
    if (known.lets(operation)) {
      return;
    }
    String knows =
        "its partition knows %s%s by event %d, and waits for request %d"
            .formatted(
                known.phase,
                known.test.isEmpty() ? "" : " with " + known.test,
                known.newest,
                known.waitsFor);
    switch (command.getOrder()) {
      case Grant grant -> add(violations, "granted-while-suspended", operation, knows);
      case Send send -> add(violations, "offered-while-suspended", operation, knows);
      default -> {}
    }
  }

  private void asked(DestinationRequest request) {
    Known known = known(committing);
    switch (request.getKind()) {
      case "REFUSED" -> {
        known.waitsFor = request.getNumber();
        refused = refused.filter(operation -> !operation.equals(request.getOperationId()));
      }
      case "TEST_ENDED" -> known.waitsFor = request.getNumber();
      default -> {}
    }
  }

  private void decided(DestinationEvent event, Consumer<Violation> violations) {
    Known known = known(committing);
    String test = known.test;
    if (event.getSequence() <= known.newest) {
      return;
    }
    learn(known, event);
    switch (event.getConclusion()) {
      case "TEST" -> grantsBeforeTest = grants.getOrDefault(known.test, 0);
      case "REOPEN" -> {
        boolean tried = grants.getOrDefault(test, 0) > grantsBeforeTest;
        if (!tried || !"VERIFIED".equals(states.get(test))) {
          add(
              violations,
              "reopened-without-proof",
              test,
              "it is %s, and %s for the test"
                  .formatted(states.get(test), tried ? "was tried" : "was not tried"));
        }
      }
      default -> {}
    }
  }

  private static void add(
      Consumer<Violation> violations, String rule, String operation, String finding) {
    violations.accept(new Violation(PROMISE, rule, operation, finding));
  }

  @Override
  public void conclude(Consumer<Violation> violations) {
    told(violations);
  }
}
