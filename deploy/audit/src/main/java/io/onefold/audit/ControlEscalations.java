package io.onefold.audit;

import io.onefold.schema.AllowedDecision;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.DestinationState;
import io.onefold.schema.Escalation;
import io.onefold.schema.Suspension;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What people were told of a destination. */
final class ControlEscalations {
  private final String name;
  private final Controls controls;
  private final ControlRules.Context context;
  private final OperationFindings findings;
  private final List<Escalation> expected = new ArrayList<>();

  ControlEscalations(
      String name, Controls controls, ControlRules.Context context, OperationFindings findings) {
    this.name = name;
    this.controls = controls;
    this.context = context;
    this.findings = findings;
  }

  /** Notes what an event opens or closes. */
  void expect(DestinationState before, DestinationEvent event) {
    DestinationState after = event.getState();
    if (before.getPhase().equals(after.getPhase())) {
      return;
    }
    Suspension why = after.getSuspension();
    if (why != null) {
      Escalation open = about(event, why);
      open.setStatus("OPEN");
      open.setDecisions(
          List.of(
              after.getPhase().equals("TESTING")
                  ? new AllowedDecision("SUSPEND", "stops the controlled test")
                  : new AllowedDecision(
                      "RESUME",
                      "lets one held operation through as a controlled test; the others follow"
                          + " when it is VERIFIED")));
      expected.add(open);
    } else if (before.getSuspension() != null) {
      Escalation closed = about(event, before.getSuspension());
      closed.setStatus("CLOSED");
      closed.setDecisions(List.of());
      closed.setClosedAtMs(event.getAtMs());
      closed.setClosedBy(
          before.getPhase().equals("TESTING")
              ? "controlled test with operation %s, begun by %s"
                  .formatted(before.getTestOperation(), before.getTestedBy())
              : "reopened");
      expected.add(closed);
    }
  }

  private Escalation about(DestinationEvent event, Suspension why) {
    Escalation about = new Escalation();
    about.setOperationId("destination " + name);
    about.setEscalationId("destination " + name + "#" + why.getOpenedBy());
    about.setReason(why.getReason());
    about.setFirstBrokenStage("PROVIDER_AUTHORIZATION");
    about.setKnown(sentence(why));
    about.setState(event.getState().getPhase());
    about.setOpenedAtMs(why.getSinceMs());
    about.setSequence(event.getSequence());
    about.setAttempts(List.of());
    about.setPayloadHash("");
    return about;
  }

  private String sentence(Suspension why) {
    String because =
        why.getOperationId().isEmpty()
            ? why.getReason()
            : "%s of operation %s".formatted(why.getReason(), why.getOperationId());
    return "destination '%s' is suspended since %s because of %s%s: %s%s"
        .formatted(
            name,
            Instant.ofEpochMilli(why.getSinceMs()),
            because,
            why.getBy().isEmpty() ? "" : " by " + why.getBy(),
            why.getText(),
            why.getLastTest().isEmpty() ? "" : "; " + why.getLastTest());
  }

  /** Compares what was told with what the events open and close. */
  void check(List<Located<Escalation>> all, Map<Long, Located<DestinationRecord>> events) {
    long newest = -1;
    for (Located<Escalation> told : all) {
      @Nullable Escalation meant =
          expected.stream()
              .filter(e -> e.getSequence() == told.what().getSequence())
              .findFirst()
              .orElse(null);
      if (meant == null) {
        findings.add(
            Rule.ESCALATION_FORGED,
            told.at(),
            "the escalation speaks of event %d, which opened or closed nothing"
                .formatted(told.what().getSequence()));
        continue;
      }
      meant.setDestination(told.what().getDestination());
      findings.differ(
          Rule.ESCALATION_DIFFERS,
          told.at(),
          "the escalation",
          Differences.between(meant, told.what()));
      ref(told);
      newest = Math.max(newest, told.what().getSequence());
    }
    if (expected.isEmpty()) {
      return;
    }
    Escalation last = expected.get(expected.size() - 1);
    Located<DestinationRecord> by = events.get(last.getSequence());
    if (by != null
        && last.getSequence() > newest
        && context.processed().due(Kind.CONTROL, by.at()) != Processed.Due.LATER) {
      findings.add(
          last.getStatus().equals("CLOSED") && newest >= 0
              ? Rule.ESCALATION_LEFT_OPEN
              : Rule.ESCALATION_MISSING,
          by.at(),
          "event %d makes the question %s, and the topic of escalations does not say so"
              .formatted(last.getSequence(), last.getStatus()));
    }
  }

  /** Contracts stand in no topic, but operations quote them. */
  private void ref(Located<Escalation> told) {
    var ref = told.what().getDestination();
    boolean quoted = controls.refs().stream().anyMatch(known -> known.getId().equals(ref.getId()));
    boolean gone = ref.getConnector().isEmpty() && ref.getAccount().isEmpty();
    if (!ref.getId().equals(name) || (quoted && !gone && !controls.refs().contains(ref))) {
      findings.add(
          Rule.ESCALATION_DIFFERS,
          told.at(),
          "destination",
          name + " as its operations quote it",
          ref.toString(),
          "the escalation names a destination that no operation quotes");
    }
  }
}
