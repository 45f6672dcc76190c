package io.onefold.suspension;

import io.onefold.suspension.Phase.Open;
import io.onefold.suspension.Phase.Suspended;
import io.onefold.suspension.Phase.Testing;
import io.onefold.suspension.Request.Asker;
import io.onefold.suspension.Request.Wish;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Turns a control's events into its state; decides nothing. */
public final class ControlEvolver {
  private ControlEvolver() {}

  /**
   * The control after an event.
   *
   * @throws IllegalStateException if the event cannot follow: a gap in the sequence, or a verdict
   *     that the phase does not allow
   */
  public static DestinationControl evolve(DestinationControl control, ControlEvent event) {
    if (event.sequence() != control.sequence() + 1) {
      throw new IllegalStateException(
          "event %d of destination %s cannot follow event %d"
              .formatted(event.sequence(), event.destination(), control.sequence()));
    }
    Phase phase = phase(control, event);
    return new DestinationControl(
        control.destination(),
        event.sequence(),
        phase.equals(control.phase()) ? control.movedAt() : event.sequence(),
        phase,
        taken(control, event.request().asker()));
  }

  private static Phase phase(DestinationControl control, ControlEvent event) {
    return switch (event.verdict()) {
      case NOTE, REFUSE -> control.phase();
      case REOPEN -> new Open();
      case SUSPEND -> new Suspended(suspension(event));
      case TEST -> testing(why(control, event), event);
      case TEST_FAILED -> new Suspended(why(control, event).tested(event.text()));
    };
  }

  private static Suspension why(DestinationControl control, ControlEvent event) {
    return control
        .phase()
        .whyNotOpen()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "%s of destination %s cannot follow while it is open"
                        .formatted(event.verdict(), event.destination())));
  }

  private static Suspension suspension(ControlEvent event) {
    Request request = event.request();
    return switch (request.wish()) {
      case Wish.Refused refused ->
          new Suspension(
              refused.why(),
              refused.text(),
              Optional.empty(),
              Optional.of(refused.operationId()),
              request.at(),
              event.sequence(),
              Optional.empty());
      case Wish.Suspend suspend ->
          new Suspension(
              Suspension.Why.BY_HAND,
              suspend.text(),
              Optional.of(person(request.asker())),
              Optional.empty(),
              request.at(),
              event.sequence(),
              Optional.empty());
      case Wish.TestEnded ended -> throw illegal(event);
      case Wish.TestWanted wanted -> throw illegal(event);
      case Wish.Resume resume -> throw illegal(event);
    };
  }

  private static Testing testing(Suspension suspension, ControlEvent event) {
    Request request = event.request();
    return switch (request.wish()) {
      case Wish.TestWanted wanted ->
          new Testing(suspension, wanted.operationId(), wanted.by(), request.at());
      case Wish.Resume resume ->
          new Testing(suspension, resume.operationId(), person(request.asker()), request.at());
      case Wish.Refused refused -> throw illegal(event);
      case Wish.TestEnded ended -> throw illegal(event);
      case Wish.Suspend suspend -> throw illegal(event);
    };
  }

  private static String person(Asker asker) {
    return switch (asker) {
      case Asker.Person person -> person.name();
      case Asker.Partition by ->
          throw new IllegalStateException("partition %d is no person".formatted(by.partition()));
    };
  }

  private static Map<Integer, Long> taken(DestinationControl control, Asker asker) {
    if (!(asker instanceof Asker.Partition by) || by.number() <= control.takenOf(by.partition())) {
      return control.taken();
    }
    Map<Integer, Long> taken = new HashMap<>(control.taken());
    taken.put(by.partition(), by.number());
    return taken;
  }

  private static IllegalStateException illegal(ControlEvent event) {
    return new IllegalStateException(
        "%s of destination %s cannot follow from %s"
            .formatted(event.verdict(), event.destination(), event.request().wish()));
  }
}
