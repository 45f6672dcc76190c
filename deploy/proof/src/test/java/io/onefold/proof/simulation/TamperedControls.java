package io.onefold.proof.simulation;

import static io.onefold.proof.simulation.Attacks.change;
import static io.onefold.proof.simulation.Attacks.controls;
import static io.onefold.proof.simulation.Attacks.escalations;
import static io.onefold.proof.simulation.Attacks.moved;
import static io.onefold.proof.simulation.Attacks.rekeyed;
import static io.onefold.proof.simulation.Attacks.remove;
import static io.onefold.proof.simulation.Attacks.repeated;
import static io.onefold.proof.simulation.Attacks.trace;

import io.onefold.audit.Rule;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.DestinationRequest;
import io.onefold.schema.Escalation;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What is done to requests about destinations, their events and their escalations. */
@SuppressWarnings("ImmutableEnumChecker") // Each is a function, and keeps nothing.
enum TamperedControls implements Tamper {
  CONTROL_EVENT_CHANGED(
      t ->
          change(
              t,
              controls(),
              DestinationRecord.class,
              r -> r.getFact() instanceof DestinationEvent && t.partitions.get(controls()) == 1,
              r -> ((DestinationEvent) r.getFact()).setText("as it should be"),
              Rule.CONTROL_CHAIN_BROKEN)),
  CONTROL_EVENT_REMOVED(
      t ->
          t.partitions.get(controls()) > 1
              ? Optional.empty()
              : remove(
                  t,
                  controls(),
                  DestinationRecord.class,
                  r -> r.getFact() instanceof DestinationEvent event && event.getSequence() == 1,
                  removed ->
                      t.first(
                              controls(),
                              DestinationRecord.class,
                              r ->
                                  r.getFact() instanceof DestinationEvent event
                                      && event.getSequence() == 2)
                          .map(event -> trace(Rule.CONTROL_GAP, event)))),
  ESCALATION_OF_DESTINATION_MOVED(
      t -> moved(t, escalations(), Escalation.class, Attacks::isOfDestination)),
  ESCALATION_OF_DESTINATION_REPEATED(
      t ->
          repeated(
              t, escalations(), Escalation.class, Attacks::isOfDestination, Rule.ORDER_CHANGED)),
  ESCALATION_OF_DESTINATION_REKEYED(
      t ->
          rekeyed(
              t, escalations(), Escalation.class, Attacks::isOfDestination, "destination another")),
  CONTROL_EVENT_MOVED(t -> moved(t, controls(), DestinationRecord.class, event(false))),
  CONTROL_EVENT_REPEATED(
      t -> repeated(t, controls(), DestinationRecord.class, event(true), Rule.WRITTEN_AGAIN)),
  CONTROL_EVENT_REKEYED(
      t -> rekeyed(t, controls(), DestinationRecord.class, event(true), "another")),
  CONTROL_REQUEST_MOVED(
      t ->
          moved(
              t,
              controls(),
              DestinationRecord.class,
              r -> r.getFact() instanceof DestinationRequest)),
  CONTROL_REQUEST_REKEYED(
      t ->
          rekeyed(
              t,
              controls(),
              DestinationRecord.class,
              r -> r.getFact() instanceof DestinationRequest,
              "another"));

  private final Attack attack;

  TamperedControls(Attack attack) {
    this.attack = attack;
  }

  @Override
  public Attack attack() {
    return attack;
  }

  /** An event that is told to all, or one that stands in the destination's partition alone. */
  private static Predicate<DestinationRecord> event(boolean toAll) {
    return told ->
        told.getFact() instanceof DestinationEvent event
            && toAll != Set.of("NOTE", "REFUSE").contains(event.getConclusion());
  }
}
