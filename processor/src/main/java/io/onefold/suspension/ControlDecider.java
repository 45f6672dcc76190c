package io.onefold.suspension;

import io.onefold.suspension.ControlEvent.Verdict;
import io.onefold.suspension.Phase.Open;
import io.onefold.suspension.Phase.Suspended;
import io.onefold.suspension.Phase.Testing;
import io.onefold.suspension.Request.Asker;
import io.onefold.suspension.Request.Wish;

/** Decides what a destination's control makes of a request. Pure. */
public final class ControlDecider {
  private ControlDecider() {}

  /** The one event that follows from a request. Every pair of control and request has one. */
  public static ControlEvent decide(DestinationControl control, Request request) {
    Conclusion made =
        isRepeated(control, request.asker())
            ? note("the same request again")
            : switch (request.wish()) {
              case Wish.Refused refused -> refused(control, refused);
              case Wish.TestEnded ended -> testEnded(control, ended);
              case Wish.TestWanted wanted -> testWanted(control, wanted);
              case Wish.Suspend suspend -> suspend(control, suspend, name(request.asker()));
              case Wish.Resume resume -> resume(control, resume, name(request.asker()));
            };
    return new ControlEvent(
        control.destination(), control.sequence() + 1, request, made.verdict(), made.text());
  }

  private record Conclusion(Verdict verdict, String text) {}

  private static Conclusion note(String text) {
    return new Conclusion(Verdict.NOTE, text);
  }

  private static boolean isRepeated(DestinationControl control, Asker asker) {
    return asker instanceof Asker.Partition by && by.number() <= control.takenOf(by.partition());
  }

  private static String name(Asker asker) {
    return switch (asker) {
      case Asker.Person person -> person.name();
      case Asker.Partition by -> "partition " + by.partition();
    };
  }

  /**
   * While it is closed, nothing but the test is granted: the refusal of any other operation is that
   * of an attempt from before.
   */
  private static Conclusion refused(DestinationControl control, Wish.Refused refused) {
    return switch (control.phase()) {
      case Open open ->
          new Conclusion(
              Verdict.SUSPEND,
              "%s of operation %s: %s"
                  .formatted(refused.why(), refused.operationId(), refused.text()));
      case Suspended suspended -> note("it is suspended already");
      case Testing testing -> note("an attempt from before the test");
    };
  }

  private static Conclusion testEnded(DestinationControl control, Wish.TestEnded ended) {
    boolean running = control.tests(ended.operationId()) && control.movedAt() == ended.test();
    if (!running) {
      return note("this test is over already");
    }
    return ended.passed()
        ? new Conclusion(
            Verdict.REOPEN,
            "the controlled test with operation %s passed: %s"
                .formatted(ended.operationId(), ended.text()))
        : new Conclusion(
            Verdict.TEST_FAILED,
            "the controlled test with operation %s did not pass: %s"
                .formatted(ended.operationId(), ended.text()));
  }

  /** An authorised person decided about this operation: that decision begins the test. */
  private static Conclusion testWanted(DestinationControl control, Wish.TestWanted wanted) {
    return switch (control.phase()) {
      case Open open -> note("it is open");
      case Suspended suspended -> test(wanted.operationId(), wanted.by(), wanted.text());
      case Testing testing ->
          note(
              "operation %s waits like the others: a controlled test with operation %s is running"
                  .formatted(wanted.operationId(), testing.operationId()));
    };
  }

  private static Conclusion test(String operationId, String by, String text) {
    return new Conclusion(
        Verdict.TEST,
        "%s lets operation %s through as the controlled test: %s".formatted(by, operationId, text));
  }

  private static Conclusion suspend(DestinationControl control, Wish.Suspend suspend, String by) {
    return switch (control.phase()) {
      case Open open ->
          new Conclusion(Verdict.SUSPEND, "suspended by %s: %s".formatted(by, suspend.text()));
      case Suspended suspended -> refuse("it is suspended already");
      case Testing testing ->
          new Conclusion(
              Verdict.TEST_FAILED,
              "the controlled test with operation %s was stopped by %s: %s"
                  .formatted(testing.operationId(), by, suspend.text()));
    };
  }

  private static Conclusion resume(DestinationControl control, Wish.Resume resume, String by) {
    if (resume.sequence() < control.movedAt() || resume.sequence() > control.sequence()) {
      return refuse(
          "based on sequence %d, but the destination moved on to %d: look again"
              .formatted(resume.sequence(), control.movedAt()));
    }
    return switch (control.phase()) {
      case Open open -> refuse("it is open");
      case Suspended suspended -> test(resume.operationId(), by, resume.text());
      case Testing testing ->
          refuse(
              "a controlled test with operation %s is running since %s"
                  .formatted(testing.operationId(), testing.since()));
    };
  }

  private static Conclusion refuse(String text) {
    return new Conclusion(Verdict.REFUSE, text);
  }
}
