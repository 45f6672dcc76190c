package io.onefold.crash;

import static io.onefold.crash.Sites.after;
import static io.onefold.crash.Sites.before;
import static io.onefold.crash.Sites.ofType;
import static io.onefold.crash.Sites.with;

import io.onefold.crash.Point.Phase;
import io.onefold.crash.agent.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The one table of all points, in the order in which an operation meets them. */
final class Points {
  /** A ledger instance has processed a record. */
  static final Trigger FIRST_RECORD = after(Sites.TASK_PROCESS);

  /** A worker has claimed. */
  static final Trigger FIRST_CLAIM = after(Sites.REPORTER_CLAIM);

  private static final String EVENTS = "onefold.provider-events";

  private Points() {}

  /** All of them. */
  static List<Point> all() {
    List<Point> all = new ArrayList<>();
    all.addAll(ledger());
    all.addAll(worker());
    all.addAll(wire());
    return all;
  }

  private static List<Point> ledger() {
    List<Point> points = new ArrayList<>();
    running(points, Role.LEDGER, "intent before append", intents(before(Sites.REST_APPEND)));
    running(points, Role.LEDGER, "intent acknowledged", intents(after(Sites.REST_APPEND)));
    running(points, Role.LEDGER, "intent before answer", after(Sites.REST_TAKE));
    input(points, "intent", "IntentSubmitted");
    effect(points, "offer", "SendOffer");
    input(points, "claim", "ClaimRequested");
    effect(points, "grant", "SendGrant");
    input(points, "result", "SendReported");
    effect(points, "readback command", "SendReadback");
    input(points, "readback record", "ReadbackReported");
    effect(points, "receipt", "PublishReceipt");
    effect(points, "escalation", "PublishEscalation");
    input(points, "timer", "TimerFired");
    input(points, "worker death", "HolderDied");
    both(points, Role.LEDGER, "journal event", Sites.JOURNAL_WRITE);
    running(
        points,
        Role.LEDGER,
        "journal event sent",
        with(after(Sites.SEND), 0, "topic=onefold.journal,"));
    running(
        points,
        Role.LEDGER,
        "state change sent",
        with(after(Sites.SEND), 0, "operations-changelog,"));
    both(points, Role.LEDGER, "commit prepared", Sites.PREPARE_COMMIT);
    both(points, Role.LEDGER, "offsets in transaction", Sites.OFFSETS);
    both(points, Role.LEDGER, "stores commit", Sites.STORES_COMMIT);
    running(points, Role.LEDGER, "task after commit", after(Sites.POST_COMMIT));
    both(points, Role.LEDGER, "tasks assigned", Sites.TASKS_ASSIGNED);
    both(points, Role.LEDGER, "tasks revoked", Sites.TASKS_REVOKED);
    starting(points, Role.LEDGER, "topology before start", before(Sites.STREAMS_START));
    starting(points, Role.LEDGER, "checks before start", before(Sites.START_CHECKS));
    starting(points, Role.LEDGER, "checks done", after(Sites.START_CHECKS));
    starting(points, Role.LEDGER, "topology started", after(Sites.STREAMS_RUN));
    starting(points, Role.LEDGER, "producer before fencing", before(Sites.INIT_TRANSACTIONS));
    starting(points, Role.LEDGER, "producer fenced others", after(Sites.INIT_TRANSACTIONS));
    starting(points, Role.LEDGER, "task restored", after(Sites.RESTORED));
    starting(points, Role.LEDGER, "task ready", after(Sites.TASK_INIT));
    starting(points, Role.LEDGER, "first record begun", before(Sites.TASK_PROCESS));
    starting(points, Role.LEDGER, "first record done", after(Sites.TASK_PROCESS));
    points.add(point(Role.LEDGER, Phase.RESTORING, "restore begun", before(Sites.RESTORE)));
    points.add(point(Role.LEDGER, Phase.RESTORING, "restore batch done", after(Sites.RESTORE)));
    return points;
  }

  private static List<Point> worker() {
    List<Point> points = new ArrayList<>();
    both(points, Role.WORKER, "command", Sites.HANDLE);
    both(points, Role.WORKER, "offer queued", Sites.OFFERED);
    running(points, Role.WORKER, "claim before its time is noted", before(Sites.CLAIM));
    both(points, Role.WORKER, "claim appended", Sites.REPORTER_CLAIM);
    Trigger acknowledged = with(before(Sites.ACKNOWLEDGED), 0, EVENTS);
    running(points, Role.WORKER, "claim acknowledged", after(Sites.REPORTER_CLAIM), acknowledged);
    running(
        points,
        Role.WORKER,
        "claim's offset released",
        after(Sites.REPORTER_CLAIM),
        after(Sites.OFFSET_RELEASE));
    both(points, Role.WORKER, "grant", Sites.GRANTED);
    running(points, Role.WORKER, "attempt begun", before(Sites.MAKE));
    running(points, Role.WORKER, "call begun", before(Sites.HTTP_SEND));
    running(points, Role.WORKER, "before the deadline check", before(Sites.GATE));
    running(points, Role.WORKER, "after the check, before the first byte", after(Sites.GATE));
    running(points, Role.WORKER, "after the first byte", after(Sites.WIRE_START));
    running(points, Role.WORKER, "answer begun", before(Sites.WIRE_ANSWERING));
    both(points, Role.WORKER, "classification", Sites.CLASSIFY);
    both(points, Role.WORKER, "own first look", Sites.LOOK);
    running(points, Role.WORKER, "attempt ended", after(Sites.MAKE));
    Trigger result = after(Sites.SEND_REPORTED);
    running(points, Role.WORKER, "result record made", result);
    running(points, Role.WORKER, "result appended", result, after(Sites.REPORTER_REPORT));
    running(points, Role.WORKER, "result acknowledged", result, acknowledged);
    both(points, Role.WORKER, "readback command", Sites.ASKED);
    running(points, Role.WORKER, "readback begun", before(Sites.READBACK_START));
    Trigger begun = after(Sites.READBACK_START);
    running(points, Role.WORKER, "readback request", begun, before(Sites.HTTP_READBACK));
    running(points, Role.WORKER, "readback answer", begun, after(Sites.HTTP_READBACK));
    Trigger record = after(Sites.READBACK_REPORTED);
    running(points, Role.WORKER, "readback record made", record);
    running(points, Role.WORKER, "readback appended", record, after(Sites.REPORTER_REPORT));
    running(points, Role.WORKER, "readback acknowledged", record, acknowledged);
    both(points, Role.WORKER, "offset commit", Sites.COMMIT_OFFSETS);
    running(points, Role.WORKER, "offsets committed", before(Sites.OFFSETS_COMMITTED));
    both(points, Role.WORKER, "partitions assigned", Sites.ASSIGNED);
    both(points, Role.WORKER, "partitions revoked", Sites.REVOKED);
    starting(points, Role.WORKER, "identity before lock", before(Sites.IDENTITY_OPEN));
    starting(points, Role.WORKER, "incarnation before store", before(Sites.IDENTITY_STORE));
    starting(points, Role.WORKER, "incarnation stored", after(Sites.IDENTITY_STORE));
    starting(points, Role.WORKER, "start record before", before(Sites.START_RECORD));
    Trigger sent = with(before(Sites.SEND), 0, "topic=" + EVENTS);
    starting(points, Role.WORKER, "start record in some partitions", sent, sent, sent);
    starting(points, Role.WORKER, "start record acknowledged", after(Sites.START_RECORD));
    starting(points, Role.WORKER, "subscribed", after(Sites.SUBSCRIBE));
    return points;
  }

  private static List<Point> wire() {
    return Stream.of(WireMoment.values())
        .map(
            moment ->
                new Point(
                    wireName(moment), Role.WORKER, Phase.RUNNING, List.of(), Optional.of(moment)))
        .toList();
  }

  private static String wireName(WireMoment moment) {
    return switch (moment) {
      case WRITE -> "provider before commit";
      case WRITE_ANSWER -> "provider after commit, before answer";
      case READ -> "provider before readback";
      case READ_ANSWER -> "provider after readback, before answer";
    };
  }

  private static Trigger intents(Trigger append) {
    return ofType(append, 0, "Intent");
  }

  /** An input of the core: read, decided, before and after the commit of what followed. */
  private static void input(List<Point> points, String name, String input) {
    Trigger decided = ofType(after(Sites.DECIDE), 1, input);
    running(points, Role.LEDGER, name + " read", ofType(before(Sites.DECIDE), 1, input));
    running(points, Role.LEDGER, name + " decided", decided);
    running(points, Role.LEDGER, name + " before commit", decided, before(Sites.COMMIT));
    running(points, Role.LEDGER, name + " after commit", decided, after(Sites.COMMIT));
  }

  /** An effect of the core: before and after it joins the transaction, and its commit. */
  private static void effect(List<Point> points, String name, String effect) {
    Trigger written = ofType(after(Sites.PERFORM), 0, effect);
    running(points, Role.LEDGER, name + " before write", ofType(before(Sites.PERFORM), 0, effect));
    running(points, Role.LEDGER, name + " in transaction", written);
    running(points, Role.LEDGER, name + " before its commit", written, before(Sites.COMMIT));
    running(points, Role.LEDGER, name + " after its commit", written, after(Sites.COMMIT));
  }

  private static void both(List<Point> points, Role role, String name, String site) {
    running(points, role, name + ": before", before(site));
    running(points, role, name + ": after", after(site));
  }

  private static void running(List<Point> points, Role role, String name, Trigger... steps) {
    points.add(point(role, Phase.RUNNING, name, steps));
  }

  private static void starting(List<Point> points, Role role, String name, Trigger... steps) {
    points.add(point(role, Phase.STARTING, name, steps));
  }

  private static Point point(Role role, Phase phase, String name, Trigger... steps) {
    return new Point(name, role, phase, List.of(steps), Optional.empty());
  }

  /** Every site that a point or a measurement needs. */
  static Set<String> sites() {
    Stream<Trigger> measured = Stream.of(FIRST_RECORD, FIRST_CLAIM);
    Stream<Trigger> struck = all().stream().flatMap(point -> point.steps().stream());
    return Stream.concat(measured, struck)
        .map(Trigger::site)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
