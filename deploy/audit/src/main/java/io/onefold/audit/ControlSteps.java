package io.onefold.audit;

import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.DestinationRequest;
import io.onefold.schema.DestinationState;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** What an event of a destination may conclude, and whom it must be told to. */
final class ControlSteps {
  private final Controls controls;
  private final ControlRules.Context context;
  private final ControlPlaces places;
  private final OperationFindings findings;

  ControlSteps(
      Controls controls,
      ControlRules.Context context,
      ControlPlaces places,
      OperationFindings findings) {
    this.controls = controls;
    this.context = context;
    this.places = places;
    this.findings = findings;
  }

  /** An event must lead to a phase that its conclusion allows, and opens only on proof. */
  void step(Located<DestinationRecord> located, DestinationState before, String where) {
    DestinationEvent event = ControlRules.event(located);
    DestinationState after = event.getState();
    String phases = before.getPhase() + " " + after.getPhase();
    boolean allowed =
        switch (event.getConclusion()) {
          case "SUSPEND" -> phases.equals("OPEN SUSPENDED");
          case "TEST" -> phases.equals("SUSPENDED TESTING");
          case "REOPEN" -> phases.equals("TESTING OPEN");
          case "TEST_FAILED" -> phases.equals("TESTING SUSPENDED");
          case "NOTE", "REFUSE" -> before.getPhase().equals(after.getPhase());
          default -> false;
        };
    if (!allowed) {
      findings.add(
          Rule.CONTROL_JUMP,
          located.at(),
          "fact.state.phase",
          "what %s allows in %s".formatted(event.getConclusion(), before.getPhase()),
          after.getPhase(),
          "%s makes %s of %s by %s"
              .formatted(where, after.getPhase(), before.getPhase(), event.getConclusion()));
    }
    if (event.getConclusion().equals("REOPEN")) {
      reopen(located, before.getTestOperation(), where);
    }
  }

  private void reopen(Located<DestinationRecord> located, String test, String where) {
    DestinationRequest request = ControlRules.event(located).getRequest();
    boolean passed =
        request.getKind().equals("TEST_ENDED")
            && request.getPassed()
            && request.getOperationId().equals(test);
    if (!passed || !controls.isVerified(test)) {
      findings.add(
          Rule.REOPENED_WITHOUT_PROOF,
          located.at(),
          "fact.conclusion",
          "a test that is VERIFIED",
          "operation '" + test + "'",
          "%s opens it, but operation '%s' was never VERIFIED as its test".formatted(where, test));
    }
  }

  /**
   * What changes something for others must be told to every partition.
   *
   * @param follows true if the event before it is there, so that one can tell
   */
  void told(Located<DestinationRecord> located, DestinationState before, boolean follows) {
    DestinationEvent event = ControlRules.event(located);
    DestinationState after = event.getState();
    boolean concernsAll =
        !before.getPhase().equals(after.getPhase())
            || !Objects.equals(before.getTestOperation(), after.getTestOperation())
            || !before.getTaken().equals(after.getTaken());
    if (!concernsAll) {
      if (follows) {
        places.atHome(event.getSequence());
      }
      return;
    }
    Set<Integer> missing = new TreeSet<>();
    for (int partition = 0; partition < context.partitions(); partition++) {
      missing.add(partition);
    }
    places.copies(event.getSequence()).forEach(copy -> missing.remove(copy.partition()));
    boolean young = context.processed().due(Kind.CONTROL, located.at()) == Processed.Due.LATER;
    if (!missing.isEmpty() && !young) {
      findings.add(
          Rule.CONTROL_DIFFERS,
          located.at(),
          "",
          "the event in every partition",
          "not in " + missing,
          "event %d was not told to the partitions %s".formatted(event.getSequence(), missing));
    }
  }
}
