package io.onefold.drill;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.faults.Exchange;
import io.onefold.faults.Fault;
import io.onefold.faults.Rule;
import io.onefold.standalone.client.UnreachableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** One scenario under way: what it does to its operations, and what it notes. */
final class Trial {
  private static final Set<String> ENDS = Set.of("VERIFIED", "REJECTED", "RESOLVED", "UNRESOLVED");
  private static final Duration LOOK_EVERY = Duration.ofMillis(150);

  /** Beyond what a scenario takes by its contract, for a busy machine. */
  private static final Duration SLACK = Duration.ofSeconds(60);

  /** An operation that waits for nobody's decision and is not repeated is watched so long. */
  private static final Duration OPEN_AFTER = Duration.ofSeconds(15);

  private final Scenario scenario;
  private final Stage stage;
  private final Lane lane;
  private final List<String> findings = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private String did = "";
  private long began = System.nanoTime();

  Trial(Scenario scenario, Stage stage, Lane lane) {
    this.scenario = scenario;
    this.stage = stage;
    this.lane = lane;
  }

  Subject subject() {
    return stage.subject();
  }

  Stage stage() {
    return stage;
  }

  Lane lane() {
    return lane;
  }

  /** The operation of this scenario. */
  Operation operation() {
    return operation("");
  }

  /** One of several operations of this scenario. */
  Operation operation(String more) {
    return stage.operation(subject().sample(), scenario.name(), more);
  }

  /** An operation that is never submitted and whose text is the beginning of another one's. */
  Operation shortened(Operation other, int by) {
    return subject()
        .sample()
        .operation(subject().destination(), other.run().substring(0, other.run().length() - by));
  }

  /** What was before was only waiting for its turn. */
  void beginsNow() {
    began = System.nanoTime();
  }

  /** What was done, for the report. */
  void did(String words) {
    did = words;
  }

  /** Something is wrong; said once, however often it shows. */
  void finding(String sentence) {
    if (!findings.contains(sentence)) {
      findings.add(sentence);
    }
  }

  void findings(List<String> sentences) {
    sentences.forEach(this::finding);
  }

  void note(String sentence) {
    notes.add(sentence);
  }

  /** The next write of the operation meets this fault. */
  void faultWrite(Operation operation, Fault fault) {
    fault(fault, "write " + operation.id(), 1);
  }

  /** From now on every readback of the operation meets this fault. */
  void faultReads(Operation operation, Fault fault) {
    fault(fault, "read " + operation.id(), 0);
  }

  /** Everything that is done for the operation meets this fault. */
  void faultAll(Operation operation, Fault fault) {
    stage
        .proxies()
        .add(
            Rule.always(fault)
                .named(scenario.name())
                .tag("(read|write) " + Pattern.quote(operation.id())));
  }

  private void fault(Fault fault, String tag, int times) {
    stage
        .proxies()
        .add(Rule.always(fault).named(scenario.name()).tag(Pattern.quote(tag)).times(times));
  }

  /** No fault is in force any more. */
  void heal() {
    stage.proxies().remove(scenario.name());
  }

  /** Hands the intent in. */
  void submit(Operation operation) {
    lane.client().submit(operation.bytes());
  }

  /** The writes of an operation that the proxies saw. */
  List<Exchange> writes(Operation operation) {
    return stage.proxies().tagged("write " + operation.id());
  }

  /**
   * Waits for something.
   *
   * @return false if it did not come within the time that the scenario may take
   */
  boolean await(BooleanSupplier condition) throws InterruptedException {
    return await(patience(), condition);
  }

  static boolean await(Duration atMost, BooleanSupplier condition) throws InterruptedException {
    long until = System.nanoTime() + atMost.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - until > 0) {
        return false;
      }
      Thread.sleep(LOOK_EVERY.toMillis());
    }
    return true;
  }

  private Duration patience() {
    return scenario.takes().apply(subject()).multipliedBy(2).plus(SLACK);
  }

  JsonNode view(Operation operation) {
    try {
      return Stage.view(lane, operation.id());
    } catch (UnreachableException busy) {
      // It is asked again.
      return com.fasterxml.jackson.databind.node.MissingNode.getInstance();
    }
  }

  /** Waits for the end of an operation and counts what is stored. */
  Outcome end(Operation operation) throws InterruptedException {
    Instant began = Instant.now();
    boolean[] open = {false};
    boolean ended =
        await(
            () -> {
              JsonNode view = view(operation);
              String state = view.path("state").asText();
              open[0] =
                  state.equals("COMMIT_UNKNOWN")
                      && !subject().repeats()
                      && Instant.now().isAfter(began.plus(OPEN_AFTER));
              return ENDS.contains(state) || open[0];
            });
    Outcome outcome = outcome(operation, open[0] || !ended);
    if (!ended) {
      finding(
          "%s has not come to an end within %d s, and is waited for no longer: it is %s; %s"
              .formatted(
                  operation.id(),
                  patience().toSeconds(),
                  outcome.state(),
                  outcome.lastReadback().orElse("the destination was never asked about it")));
    }
    outcomes.add(outcome);
    return outcome;
  }

  private Outcome outcome(Operation operation, boolean open) {
    Instant at = Instant.now();
    return new Outcome(
        operation, view(operation), stage.count(operation), writes(operation), at, open);
  }

  /** Waits until an operation that something more happened to stands still again. */
  Outcome again(Outcome before) throws InterruptedException {
    outcomes.remove(before);
    return end(before.operation());
  }

  /** Counts what is stored for an operation that was never submitted. */
  Outcome unsubmitted(Operation operation) {
    Outcome outcome = outcome(operation, true);
    outcomes.add(outcome);
    return outcome;
  }

  Result result() {
    return new Result(
        scenario,
        findings.isEmpty() ? Result.Status.PASSED : Result.Status.FAILED,
        did,
        outcomes.isEmpty() ? "" : Outcome.stored(outcomes),
        findings,
        notes,
        Duration.ofNanos(System.nanoTime() - began),
        outcomes);
  }
}
