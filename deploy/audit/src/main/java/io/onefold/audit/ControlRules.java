package io.onefold.audit;

import io.onefold.schema.AllowedDecision;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.DestinationRequest;
import io.onefold.schema.DestinationState;
import io.onefold.schema.Escalation;
import io.onefold.schema.Suspension;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The control of one destination: its events, what they were decided on, and what was told. */
final class ControlRules {
  private static final byte[] NO_CHAIN = new byte[Hashes.CHAIN_BYTES];
  private static final DestinationState OPEN = open();

  private final String name;
  private final Controls controls;
  private final Controls.Control control;
  private final Context context;
  private final OperationFindings findings;
  private final ControlPlaces places;
  private final TreeMap<Long, Located<DestinationRecord>> events = new TreeMap<>();
  private final List<Escalation> expected = new ArrayList<>();

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
    this.controls = controls;
    this.control = Objects.requireNonNull(controls.byName().get(name));
    this.context = context;
    this.findings = new OperationFindings("destination " + name);
    this.places = new ControlPlaces(name, control, context, findings);
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
    requests();
    escalations();
    return findings.found();
  }

  private static DestinationEvent event(Located<DestinationRecord> located) {
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
        step(located, before, event, where);
      }
      told(located, before, event, event.getSequence() == sequence + 1);
      publish(before, event);
      sequence = event.getSequence();
      chain = written;
      before = event.getState();
    }
  }

  private void step(
      Located<DestinationRecord> located,
      DestinationState before,
      DestinationEvent event,
      String where) {
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
    String test = before.getTestOperation();
    boolean passed =
        event.getRequest().getKind().equals("TEST_ENDED")
            && event.getRequest().getPassed()
            && event.getRequest().getOperationId().equals(test);
    if (event.getConclusion().equals("REOPEN") && (!passed || !controls.isVerified(test))) {
      findings.add(
          Rule.REOPENED_WITHOUT_PROOF,
          located.at(),
          "fact.conclusion",
          "a test that is VERIFIED",
          "operation '" + test + "'",
          "%s opens it, but operation '%s' was never VERIFIED as its test".formatted(where, test));
    }
  }

  /** What changes something for others must be told to every partition. */
  private void told(
      Located<DestinationRecord> located,
      DestinationState before,
      DestinationEvent event,
      boolean follows) {
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

  private void requests() {
    List<Located<DestinationRecord>> free = new ArrayList<>(control.requests);
    for (Located<DestinationRecord> located : events.values()) {
      DestinationEvent event = event(located);
      // A ledger that was set back in the topic decides about a request once more.
      Optional<Located<DestinationRecord>> there =
          control.requests.stream()
              .filter(r -> r.at().partition() == event.getCause().getPartition())
              .filter(r -> r.at().offset() == event.getCause().getOffset())
              .findFirst();
      Optional<Located<DestinationRecord>> source =
          there
              .filter(r -> differences(event, r).isEmpty())
              .or(() -> free.stream().filter(r -> differences(event, r).isEmpty()).findFirst())
              .or(
                  () ->
                      control.requests.stream()
                          .filter(r -> differences(event, r).isEmpty())
                          .findFirst());
      if (source.isPresent()) {
        free.remove(source.get());
        context
            .moves()
            .note(
                new InputMatch.Place(
                    Kind.CONTROL, event.getCause().getPartition(), event.getCause().getOffset()),
                source.get().at());
      } else if (there.isPresent()) {
        free.remove(there.get());
        findings.differ(
            Rule.REQUEST_CHANGED,
            there.get().at(),
            "the request that event %d was decided on".formatted(event.getSequence()),
            differences(event, there.get()));
      } else {
        findings.add(
            Rule.INPUT_MISSING,
            located.at(),
            "fact.cause",
            "the request that it was decided on",
            "%s-%d@%d"
                .formatted(
                    event.getCause().getSource(),
                    event.getCause().getPartition(),
                    event.getCause().getOffset()),
            "event %d was decided on a request that does not stand there"
                .formatted(event.getSequence()));
      }
    }
    free.forEach(this::unaccounted);
  }

  private static List<Differences.Difference> differences(
      DestinationEvent event, Located<DestinationRecord> request) {
    return request.what().getFact() instanceof DestinationRequest asked
        ? Differences.between(event.getRequest(), asked)
        : List.of();
  }

  private void unaccounted(Located<DestinationRecord> request) {
    TopicRecord at = request.at();
    boolean letter = context.letters().contains(new Controls.Spot(at.partition(), at.offset()));
    if (letter) {
      return;
    }
    switch (context.processed().due(Kind.CONTROL, at)) {
      case DECIDED ->
          findings.add(
              Rule.REQUEST_UNACCOUNTED, at, "no event and no dead letter speaks of this request");
      case WAITING ->
          findings.add(Rule.NOT_YET_PROCESSED, at, "the ledger has not come to this record yet");
      case LATER -> {}
    }
  }

  private void publish(DestinationState before, DestinationEvent event) {
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

  private void escalations() {
    long newest = -1;
    for (Located<Escalation> told : control.escalations) {
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
