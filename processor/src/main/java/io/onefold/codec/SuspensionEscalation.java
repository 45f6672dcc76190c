package io.onefold.codec;

import io.onefold.operation.Reason;
import io.onefold.schema.AllowedDecision;
import io.onefold.schema.DestinationRef;
import io.onefold.schema.Escalation;
import io.onefold.suspension.DestinationControl;
import io.onefold.suspension.Phase;
import io.onefold.suspension.Suspension;
import java.time.Instant;
import java.util.List;

/**
 * The question that a suspended destination puts to people, from its suspension to its reopening.
 */
public final class SuspensionEscalation {
  private SuspensionEscalation() {}

  /**
   * What stands in the place of an operation ID: it holds a blank, which no operation ID may, so
   * that the two are never taken for each other.
   */
  public static String key(String destination) {
    return "destination " + destination;
  }

  /** The question while it is not open. */
  public static Escalation open(DestinationControl control, Suspension why, DestinationRef ref) {
    Escalation avro = about(control, why, ref);
    avro.setStatus("OPEN");
    avro.setDecisions(
        List.of(
            control.phase() instanceof Phase.Testing
                ? new AllowedDecision("SUSPEND", "stops the controlled test")
                : new AllowedDecision(
                    "RESUME",
                    "lets one held operation through as a controlled test; the others follow when"
                        + " it is VERIFIED")));
    return avro;
  }

  /** The news that it is open again. */
  public static Escalation closed(
      DestinationControl control, Suspension why, DestinationRef ref, Instant at, String by) {
    Escalation avro = about(control, why, ref);
    avro.setStatus("CLOSED");
    avro.setDecisions(List.of());
    avro.setClosedAtMs(at.toEpochMilli());
    avro.setClosedBy(by);
    return avro;
  }

  private static Escalation about(DestinationControl control, Suspension why, DestinationRef ref) {
    String key = key(control.destination());
    Escalation avro = new Escalation();
    avro.setOperationId(key);
    avro.setEscalationId(key + "#" + why.openedBy());
    avro.setReason(why.why().name());
    avro.setFirstBrokenStage(Reason.Stage.PROVIDER_AUTHORIZATION.name());
    avro.setKnown(
        why.sentence(control.destination()) + why.lastTest().map(t -> "; " + t).orElse(""));
    avro.setState(control.phase().nameOf().name());
    avro.setOpenedAtMs(why.since().toEpochMilli());
    avro.setSequence(control.sequence());
    avro.setAttempts(List.of());
    avro.setDestination(ref);
    avro.setPayloadHash("");
    return avro;
  }
}
