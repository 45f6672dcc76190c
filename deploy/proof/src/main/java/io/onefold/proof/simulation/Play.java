package io.onefold.proof.simulation;

import io.onefold.codec.StoredDestination;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.Operation;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.RenderedBody;
import io.onefold.schema.PayloadHash;
import io.onefold.suspension.DestinationControl;
import io.onefold.suspension.Phase;
import io.onefold.topology.Policies;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One history from the first intent to the end: everybody in it, and who is where. */
final class Play {
  private static final long FAULTS_END_MS = 6 * 60 * 60_000;
  private static final long QUIET_WITHIN_MS = 3L * 24 * 60 * 60_000;
  private static final long FORGOTTEN_WITHIN_MS = 8L * 24 * 60 * 60_000;
  private static final long LONGEST_SKEW_MS = 20 * 60_000;

  private final History history;
  private final List<String> operations = new ArrayList<>();
  private final VirtualLog log;
  private final Crossing crossing;
  private final List<LedgerMachine> machines = new ArrayList<>();
  private final List<LedgerTask> tasks = new ArrayList<>();
  private final Fleet fleet;
  private final Callers callers;
  private final People people;
  private final Operators operators;
  private final Checks checks;
  private final Incidents incidents;
  private int steps;
  private int grants;

  Play(History history) {
    this(history, fewest(history.world()) + few(history.choices()));
  }

  Play(History history, int many) {
    this.history = history;
    Choices choices = history.choices();
    for (int i = 0; i < many; i++) {
      operations.add("op-" + (operations.size() + 1));
    }
    int partitions = 1 + choices.below(2);
    this.log = new VirtualLog(history, partitions);
    this.crossing = new Crossing(history, this::isIntended);
    Policies policies = new Policies(history.world().destinations());
    machines.add(new LedgerMachine("ledger-a", history, policies, partitions, 0));
    machines.add(new LedgerMachine("ledger-b", history, policies, partitions, skew()));
    boolean asBytes = choices.below(16) == 1;
    for (int i = 0; i < partitions; i++) {
      LedgerMachine machine = machines.get(choices.below(2));
      tasks.add(new LedgerTask(history, log, i, machine, new VirtualStore(asBytes)));
    }
    VirtualLog.inputs().forEach(topic -> log.follow(topic, p -> tasks.get(p).arrived()));
    this.fleet = new Fleet(history, log, crossing, 1 + choices.below(3));
    this.callers = new Callers(history, log, operations);
    this.people = new People(history, log, crossing, this::stored);
    this.operators = new Operators(history, log, operations, this::control, this::stored);
    this.checks = new Checks(this);
    this.incidents = new Incidents(this);
    log.follow(History.TOPICS.escalations(), this::askPeople);
  }

  /** What a suspension means shows only where there is another operation. */
  private static int fewest(World world) {
    return world == World.LOCKED_OUT ? 2 : 1;
  }

  private static int few(Choices choices) {
    return choices.below(8) < 5 ? 0 : 1 + choices.below(2);
  }

  private long skew() {
    long skew = history.choices().anyUpTo(LONGEST_SKEW_MS);
    return history.choices().below(2) == 0 ? skew : -skew;
  }

  History history() {
    return history;
  }

  List<String> operations() {
    return operations;
  }

  String operation() {
    return operations.get(history.choices().below(operations.size()));
  }

  VirtualLog log() {
    return log;
  }

  Crossing crossing() {
    return crossing;
  }

  Fleet fleet() {
    return fleet;
  }

  People people() {
    return people;
  }

  Operators operators() {
    return operators;
  }

  /** What the control of the destination has decided last. */
  DestinationControl control() {
    return control(tasks.get(log.home(World.DESTINATION)));
  }

  /** What a partition knows of the control of the destination. */
  DestinationControl control(LedgerTask task) {
    return task.store().destinations().stream()
        .map(StoredDestination::control)
        .findFirst()
        .orElse(DestinationControl.untouched(World.DESTINATION));
  }

  List<LedgerTask> tasks() {
    return tasks;
  }

  LedgerTask task() {
    return tasks.get(history.choices().below(tasks.size()));
  }

  LedgerMachine otherMachine() {
    return machines.get(history.choices().below(machines.size()));
  }

  Checks checks() {
    return checks;
  }

  int steps() {
    return steps;
  }

  /** Topics that somebody may write again as a whole. */
  List<String> replayable() {
    List<String> topics = new ArrayList<>(VirtualLog.inputs());
    topics.add(log.commands().name());
    return topics;
  }

  void jumpClock() {
    otherMachine().jump(skew());
    tasks.forEach(LedgerTask::lookAtClock);
  }

  @Nullable StoredOperation stored(String operation) {
    return tasks.get(log.home(operation)).store().operation(operation);
  }

  private boolean isIntended(String operation, byte[] body) {
    StoredOperation found = stored(operation);
    return found != null
        && found.state() instanceof Known known
        && intended(known.operation()).equals(PayloadHash.ofBytes(body).value());
  }

  private static String intended(Operation operation) {
    return operation.body().map(RenderedBody::hash).orElse(operation.intent().payloadHash());
  }

  private void askPeople(int partition) {
    if (control().phase() instanceof Phase.Suspended) {
      operators.asked();
    }
    for (String operation : operations) {
      StoredOperation found = log.home(operation) == partition ? stored(operation) : null;
      if (found != null && found.state() instanceof OperationState.Unresolved) {
        people.asked(operation);
      }
    }
  }

  /** Plays it; stops at the first violation. */
  void play() {
    fleet.start();
    callers.start();
    incidents.start();
    try {
      runUntil(FAULTS_END_MS);
      if (checks.areKept()) {
        calmDown();
      }
    } finally {
      fleet.machines().forEach(machine -> machine.life().ifPresent(WorkerLife::die));
    }
  }

  private void runUntil(long until) {
    while (checks.areKept() && history.agenda().step(until)) {
      steps++;
      if (history.census().grants() > grants) {
        grants = history.census().grants();
        incidents.granted();
      }
      checks.step();
    }
  }

  /** No more faults: everything must come to its end by itself. */
  private void calmDown() {
    boolean late = history.choices().below(4) == 1;
    history.choices().calm();
    history.tell(() -> "  -- from here on nothing goes wrong any more");
    fleet.machines().forEach(machine -> machine.start(1));
    operators.care();
    runUntil(history.now() + QUIET_WITHIN_MS);
    checks.quiet();
    if (late) {
      runUntil(history.now() + FORGOTTEN_WITHIN_MS);
      operations.forEach(callers::comeBack);
      runUntil(history.now() + 60 * 60_000);
      checks.quiet();
    }
    while (checks.areKept() && tasks.stream().anyMatch(LedgerTask::isBusy)) {
      runUntil(history.now() + 1000);
    }
    checks.end();
  }
}
