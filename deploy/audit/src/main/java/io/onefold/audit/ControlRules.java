package io.onefold.audit;

import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.DestinationState;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** The control of one destination: its events, what they were decided on, and what was told. */
final class ControlRules {
  private static final byte[] NO_CHAIN = new byte[Hashes.CHAIN_BYTES];
  private static final DestinationState OPEN = open();

  private final String name;
  private final Controls.Control control;
  private final OperationFindings findings;
  private final ControlPlaces places;
  private final ControlSteps steps;
  private final ControlRequests requests;
  private final ControlEscalations escalations;
  private final TreeMap<Long, Located<DestinationRecord>> events = new TreeMap<>();

  /**
   * What stands outside.
   *
   * @param partitions of the topic
   */
  record Context(
      int partitions,
      InputForm form,
      Processed processed,
      Moves moves,
      Set<Controls.Spot> letters) {}

  ControlRules(String name, Controls controls, Context context) {
    this.name = name;
    this.control = Objects.requireNonNull(controls.byName().get(name));
    this.findings = new OperationFindings("destination " + name);
    this.places = new ControlPlaces(name, control, context, findings);
    this.steps = new ControlSteps(controls, context, places, findings);
    this.requests = new ControlRequests(control.requests, context, findings);
    this.escalations = new ControlEscalations(name, controls, context, findings);
  }

  private static DestinationState open() {
    DestinationState open = new DestinationState();
    open.setPhase("OPEN");
    open.setTestOperation("");
    open.setTaken(Map.of());
    return open;
  }

  /** Everything that is wrong. */
  List<Finding> check() {
    places.check();
    copies();
    follow();
    requests.check(events.values());
    escalations.check(control.escalations, events);
    return findings.found();
  }

  static DestinationEvent event(Located<DestinationRecord> located) {
    return (DestinationEvent) located.what().getFact();
  }

  private void copies() {
    for (Located<DestinationRecord> told : control.events) {
      Located<DestinationRecord> first = events.putIfAbsent(event(told).getSequence(), told);
      if (first != null && !Arrays.equals(first.at().value(), told.at().value())) {
        List<Differences.Difference> differences = Differences.between(first.what(), told.what());
        findings.differ(
            Rule.CONTROL_DIFFERS,
            told.at(),
            "event %d as %s-%d@%d has it"
                .formatted(
                    event(told).getSequence(),
                    first.at().topic(),
                    first.at().partition(),
                    first.at().offset()),
            differences);
      }
    }
  }

  private void follow() {
    long sequence = 0;
    byte[] chain = NO_CHAIN;
    DestinationState before = OPEN;
    for (Located<DestinationRecord> located : events.values()) {
      DestinationEvent event = event(located);
      String where = "event %d of destination %s".formatted(event.getSequence(), name);
      byte[] value = located.at().value();
      byte[] written = Hashes.bytes(event.getChain());
      if (event.getSequence() != sequence + 1) {
        findings.add(
            Rule.CONTROL_GAP,
            located.at(),
            "fact.sequence",
            Long.toString(sequence + 1),
            Long.toString(event.getSequence()),
            where + " follows event " + sequence);
      } else {
        byte[] fits = Hashes.chain(chain, value == null ? NO_CHAIN : value);
        if (!Arrays.equals(fits, written)) {
          findings.add(
              Rule.CONTROL_CHAIN_BROKEN,
              located.at(),
              "fact.chain",
              Hashes.hex(fits),
              Hashes.hex(written),
              where + " does not fit its chain");
        }
        steps.step(located, before, where);
      }
      steps.told(located, before, event.getSequence() == sequence + 1);
      escalations.expect(before, event);
      sequence = event.getSequence();
      chain = written;
      before = event.getState();
    }
  }
}
