package io.onefold.proof.simulation;

import io.onefold.guarantee.Guarantee;
import io.onefold.guarantee.Seen;
import io.onefold.guarantee.Violation;
import io.onefold.operation.Bytes;
import io.onefold.schema.Command;
import io.onefold.schema.Grant;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Readback;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.TimerFired;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What only a simulation can judge, because only there the order between topics and destination is
 * known, and the true time: no write before its grant is in the log, none that a worker lets go
 * after its lease, no write with other bytes than the first, no answer that is older than its
 * question, and no lease or settle time that really was shorter than its contract has it, whatever
 * the clocks of the ledger showed.
 */
final class ExactOrder implements Guarantee {
  private static final String PROMISE = "At most one live attempt per operation.";

  /** From a decision to its commit. */
  private static final Duration TOLERANCE = Duration.ofSeconds(1);

  private final Map<String, Course> courses = new HashMap<>();
  private final Duration lease;
  private final Duration settle;

  ExactOrder(World world) {
    this.lease = world.contract().lease();
    this.settle = world.settle();
  }

  /** A readback that was commanded. */
  private record Question(int token, int number) {}

  /** What was seen of one operation. */
  private static final class Course {
    private int grants;
    private int writes;
    private Instant grantedAt = Instant.MIN;
    private Instant endedAt = Instant.MIN;
    private Instant readAt = Instant.MIN;
    private final Map<Question, Instant> asked = new HashMap<>();
    private Optional<String> late = Optional.empty();
    private Optional<Bytes> body = Optional.empty();
    private boolean changed;
  }

  @Override
  public String promise() {
    return PROMISE;
  }

  /** A worker has passed its deadline check; it began to count before it claimed. */
  void letsGo(String operationId, Instant at) {
    Course course = courses.computeIfAbsent(operationId, any -> new Course());
    Duration since = course.grants == 0 ? Duration.ZERO : Duration.between(course.grantedAt, at);
    if (since.compareTo(lease) >= 0) {
      course.late = Optional.of("let go %s after the grant, lease %s".formatted(since, lease));
    }
  }

  /** A write reaches the destination with these bytes. */
  void carries(String operationId, byte[] body) {
    Course course = courses.computeIfAbsent(operationId, any -> new Course());
    Bytes now = Bytes.wrap(body);
    course.changed |= course.body.filter(first -> !first.equals(now)).isPresent();
    course.body = course.body.or(() -> Optional.of(now));
  }

  /** The destination was asked, and answers with what it shows now. */
  void reads(String operationId, Instant at) {
    courses.computeIfAbsent(operationId, any -> new Course()).readAt = at;
  }

  @Override
  public void see(Seen seen, Consumer<Violation> violations) {
    Course course = courses.computeIfAbsent(seen.operationId(), any -> new Course());
    course.late.ifPresent(finding -> add(violations, "sent-after-lease", seen, finding));
    course.late = Optional.empty();
    if (course.changed) {
      course.changed = false;
      add(violations, "body-changed", seen, "a later write has other bytes than the first");
    }
    switch (seen) {
      case Seen.Commanded commanded -> commanded(course, commanded.command(), commanded.at());
      case Seen.Reported reported -> reported(course, reported, violations);
      case Seen.Written written -> {
        course.writes++;
        if (course.writes > course.grants) {
          add(
              violations,
              "write-before-grant",
              seen,
              "write %d, but %d grants by then".formatted(course.writes, course.grants));
        }
      }
      case Seen.Journalled journalled -> journalled(course, journalled, violations);
      case Seen other -> {}
    }
  }

  private static void commanded(Course course, Command command, Instant at) {
    switch (command.getOrder()) {
      case Grant grant -> course.grants++;
      case Readback order ->
          course.asked.putIfAbsent(new Question(order.getToken(), order.getNumber()), at);
      default -> {}
    }
  }

  /** What a destination showed before it was asked is no answer. */
  private static void reported(Course course, Seen.Reported seen, Consumer<Violation> violations) {
    if (seen.event().getFact() instanceof ReadbackReported answer
        && answer.getObservation().getResult().equals("NOT_FOUND")) {
      Question question = new Question(answer.getToken(), answer.getNumber());
      Instant asked = course.asked.getOrDefault(question, Instant.MAX);
      if (course.readAt.isBefore(asked)) {
        add(
            violations,
            "answer-before-question",
            seen,
            "%s was asked at %s, the destination at %s".formatted(question, asked, course.readAt));
      }
    }
  }

  private void journalled(Course course, Seen.Journalled seen, Consumer<Violation> violations) {
    OperationEvent event = seen.event();
    if (event.getConclusion().getKind().equals("GRANT_CLAIM")) {
      course.grantedAt = seen.at();
      course.endedAt = seen.at();
    }
    boolean waited = !event.getConclusion().getWhy().equals("JOURNALLED");
    if (event.getInput() instanceof TimerFired fired && waited) {
      switch (fired.getTimer()) {
        case "LEASE" -> {
          lasted("lease-cut-short", seen, course.grantedAt, lease, violations);
          course.endedAt = seen.at();
        }
        case "SETTLE" ->
            // An attempt ends with its grant at the earliest.
            lasted("settle-cut-short", seen, course.endedAt, settle, violations);
        default -> {}
      }
    }
  }

  private static void lasted(
      String rule,
      Seen.Journalled seen,
      Instant from,
      Duration whole,
      Consumer<Violation> violations) {
    if (!from.equals(Instant.MIN) && seen.at().isBefore(from.plus(whole).minus(TOLERANCE))) {
      Duration lasted = Duration.between(from, seen.at());
      add(
          violations,
          rule,
          seen,
          "event %d ended it after %s of %s".formatted(seen.event().getSequence(), lasted, whole));
    }
  }

  private static void add(Consumer<Violation> violations, String rule, Seen seen, String finding) {
    violations.accept(new Violation(PROMISE, rule, seen.operationId(), finding));
  }

  @Override
  public void conclude(Consumer<Violation> violations) {}
}
