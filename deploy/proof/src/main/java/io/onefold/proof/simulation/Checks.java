package io.onefold.proof.simulation;

import io.onefold.codec.ControlCodec;
import io.onefold.codec.IntentCodec;
import io.onefold.codec.JournalCodec;
import io.onefold.codec.StoredOperation;
import io.onefold.guarantee.Assumption;
import io.onefold.guarantee.Violation;
import io.onefold.operation.OperationEvent;
import io.onefold.operation.OperationInput.IntentSubmitted;
import io.onefold.operation.OperationState;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.Intent;
import io.onefold.suspension.ControlEvolver;
import io.onefold.suspension.DestinationControl;
import io.onefold.suspension.Phase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** What only a simulation can see: stores and the whole truth about a destination. */
final class Checks {
  private static final int MOST_STEPS = 20_000;

  private final Play play;
  private final History history;
  private final List<Violation> violations = new ArrayList<>();

  Checks(Play play) {
    this.play = play;
    this.history = play.history();
  }

  List<Violation> violations() {
    return violations;
  }

  /** True if nothing is broken by now. */
  boolean areKept() {
    return violations.isEmpty()
        && !history.judge().foundSomething()
        && !history.exact().foundSomething();
  }

  /** After every step. */
  void step() {
    if (play.steps() > MOST_STEPS) {
      broken("comes-to-an-end", "", "it still goes on after " + MOST_STEPS + " steps");
    }
  }

  /** When nothing goes wrong any more and time has passed. */
  void quiet() {
    for (String operation : play.operations()) {
      StoredOperation stored = play.stored(operation);
      OperationState state =
          stored == null ? new OperationState.Absent(operation, 0) : stored.state();
      boolean atRest =
          state instanceof OperationState.Final
              || state instanceof OperationState.Unresolved
              || state instanceof OperationState.Forgotten;
      if (!atRest) {
        broken("final-or-escalated", operation, "it stands at " + state);
      }
    }
  }

  /** At the end. */
  void end() {
    replay();
    controls();
    if (!history.world().settles()) {
      play.operations().forEach(this::atMostOnce);
    }
    history.judge().conclude();
    history.exact().conclude();
  }

  /**
   * Where effects may appear at any time, settle times protect nobody, and yet there is one effect.
   */
  private void atMostOnce(String operation) {
    int effects = play.crossing().effects(operation);
    if (effects > 1 && !history.isBroken(operation, Assumption.KEYS_ARE_REMEMBERED)) {
      broken("two-effects", operation, "the destination holds " + effects);
    }
  }

  /** The journal alone, with the payloads of the intents, leads to what is stored. */
  private void replay() {
    String journal = History.TOPICS.journal();
    VirtualTopic topic = play.log().topic(journal);
    Rederived rederived = new Rederived();
    for (int partition = 0; partition < topic.partitions(); partition++) {
      for (int offset = 0; offset < topic.end(partition); offset++) {
        VirtualTopic.Entry entry = topic.read(partition, offset);
        if (entry.committed()) {
          next(
              rederived,
              (io.onefold.schema.OperationEvent) VirtualLog.read(journal, entry.value()));
        }
      }
    }
    for (LedgerTask task : play.tasks()) {
      task.store()
          .operations()
          .forEach(
              (operation, stored) -> {
                StoredOperation derived = rederived.states().get(operation);
                if (!stored.scheduledAt(StoredOperation.UNSCHEDULED).equals(derived)) {
                  broken(
                      "journal-equals-state",
                      operation,
                      "stored is " + stored.state() + ", the journal gives " + derived);
                }
              });
    }
    rederived.compare(
        play.log(),
        (operation, difference) -> broken("journal-equals-published", operation, difference));
  }

  /** What a control decided alone leads to what it was, and to what every partition knows of it. */
  private void controls() {
    String name = History.TOPICS.destinations();
    int home = play.log().home(World.DESTINATION);
    VirtualTopic topic = play.log().topic(name);
    DestinationControl control = DestinationControl.untouched(World.DESTINATION);
    long told = 0;
    for (int offset = 0; offset < topic.end(home); offset++) {
      VirtualTopic.Entry entry = topic.read(home, offset);
      if (entry.committed()
          && VirtualLog.read(name, entry.value()) instanceof DestinationRecord record
          && record.getFact() instanceof DestinationEvent avro
          && avro.getSequence() > control.sequence()) {
        DestinationControl before = control;
        control = ControlEvolver.evolve(control, ControlCodec.event(World.DESTINATION, avro));
        DestinationControl said =
            ControlCodec.control(World.DESTINATION, avro.getSequence(), avro.getState());
        if (!said.equals(control)) {
          broken(
              "control-equals-journal",
              "",
              "told is %s, its journal gives %s".formatted(said, control));
        }
        boolean concernsAll =
            !control.phase().equals(before.phase()) || !control.taken().equals(before.taken());
        told = concernsAll ? control.sequence() : told;
      }
    }
    for (LedgerTask task : play.tasks()) {
      DestinationControl known = play.control(task);
      if (known.sequence() < told || !known.phase().equals(control.phase())) {
        broken("partitions-agree", "", "one knows %s of %s".formatted(known, control));
      }
    }
    if (control.phase() instanceof Phase.Testing testing) {
      broken("test-comes-to-an-end", testing.operationId(), "the test still runs");
    }
  }

  private void next(Rederived rederived, io.onefold.schema.OperationEvent avro) {
    byte[] chain = new byte[avro.getChain().remaining()];
    avro.getChain().duplicate().get(chain);
    rederived.next(withPayload(JournalCodec.read(avro)), HexFormat.of().formatHex(chain));
  }

  private OperationEvent withPayload(OperationEvent event) {
    if (!(event.input() instanceof IntentSubmitted in)) {
      return event;
    }
    VirtualTopic intents = play.log().topic(History.TOPICS.intents());
    VirtualTopic.Entry entry = intents.read(in.origin().partition(), (int) in.origin().offset());
    Intent avro = (Intent) VirtualLog.read(intents.name(), entry.value());
    IntentSubmitted whole =
        new IntentSubmitted(
            in.at(),
            in.origin(),
            IntentCodec.read(avro, Instant.EPOCH),
            in.destination(),
            in.rendering());
    return new OperationEvent(event.operationId(), event.sequence(), whole, event.step());
  }

  private void broken(String rule, String operation, String finding) {
    violations.add(new Violation("", rule, operation, finding));
  }
}
