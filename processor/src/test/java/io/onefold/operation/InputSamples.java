package io.onefold.operation;

import static io.onefold.operation.Samples.HASH;
import static io.onefold.operation.Samples.OTHER_HASH;
import static io.onefold.operation.Samples.T0;
import static io.onefold.operation.Samples.WORKER;
import static io.onefold.operation.Samples.accepted;
import static io.onefold.operation.Samples.acceptedAndSaw;
import static io.onefold.operation.Samples.approval;
import static io.onefold.operation.Samples.intent;
import static io.onefold.operation.Samples.report;
import static io.onefold.operation.Samples.seen;
import static io.onefold.operation.Story.ORIGIN;

import io.onefold.operation.Observation.Kind;
import io.onefold.operation.OperationInput.ClaimRequested;
import io.onefold.operation.OperationInput.DestinationReopened;
import io.onefold.operation.OperationInput.HolderDied;
import io.onefold.operation.OperationInput.IntentSubmitted;
import io.onefold.operation.OperationInput.IntervalsRestarted;
import io.onefold.operation.OperationInput.ReadbackReported;
import io.onefold.operation.OperationInput.ReviewSubmitted;
import io.onefold.operation.OperationInput.SendReported;
import io.onefold.operation.OperationInput.TimerFired;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.SendReport.Detail;
import io.onefold.operation.SendReport.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Inputs of every kind, made to fit the state that they meet. */
final class InputSamples {
  private InputSamples() {}

  /** Name to input, five seconds after the newest event of the story. */
  static Map<String, Function<Story, OperationInput>> all() {
    Map<String, Function<Story, OperationInput>> all = new LinkedHashMap<>();
    addIntents(all);
    addClaims(all);
    addReports(all);
    addReadbacks(all);
    addTimers(all);
    addReviews(all);
    return all;
  }

  private static void addIntents(Map<String, Function<Story, OperationInput>> all) {
    Intent same = intent();
    addIntent(all, "same", same);
    addIntent(
        all, "later", Samples.withTimes(same, Optional.of(T0.plus(Duration.ofDays(9))), none()));
    addIntent(all, "other", intent(OTHER_HASH, Optional.of(approval(OTHER_HASH))));
    addIntent(all, "unapproved", intent(HASH, Optional.empty()));
    addIntent(all, "denied", intent(HASH, Optional.of(Samples.denial())));
    addIntent(all, "misapproved", intent(HASH, Optional.of(approval(OTHER_HASH))));
    addIntent(all, "expired", Samples.withTimes(same, none(), Optional.of(T0)));
    addIntent(all, "stale", Samples.issuedAt(same, T0.minus(Duration.ofDays(401))));
    addIntent(all, "account", Samples.inAccount(same, "someone-else"));
    all.put("intent-unfit", s -> submitted(s, same, new Rendering.Impossible("no `payload.x`")));
    all.put("intent-rendered", s -> submitted(s, same, Rendering.of(Optional.of(Samples.BODY))));
    all.put("intent-nowhere", s -> new IntentSubmitted(at(s), ORIGIN, same, Optional.empty()));
  }

  private static OperationInput submitted(Story s, Intent intent, Rendering rendering) {
    return new IntentSubmitted(at(s), ORIGIN, intent, Optional.of(s.policy()), rendering);
  }

  private static Optional<Instant> none() {
    return Optional.empty();
  }

  private static void addIntent(
      Map<String, Function<Story, OperationInput>> all, String name, Intent intent) {
    all.put(
        "intent-" + name, s -> new IntentSubmitted(at(s), ORIGIN, intent, Optional.of(s.policy())));
  }

  private static void addClaims(Map<String, Function<Story, OperationInput>> all) {
    all.put("claim-current", s -> claim(s, token(s), "c-new", true));
    all.put("claim-ahead", s -> claim(s, token(s) + 1, "c-new", true));
    all.put("claim-old", s -> claim(s, token(s) - 1, "c-new", true));
    all.put("claim-dead", s -> claim(s, token(s), "c-new", false));
    all.put("claim-again", s -> claim(s, token(s), holderOf(s), true));
  }

  private static OperationInput claim(Story s, int token, String claimId, boolean alive) {
    return new ClaimRequested(at(s), ORIGIN, token, claimId, WORKER, alive);
  }

  private static void addReports(Map<String, Function<Story, OperationInput>> all) {
    Map<String, SendReport> reports = new LinkedHashMap<>();
    reports.put("accepted", accepted("p-1"));
    reports.put("accepted-other", accepted("p-2"));
    reports.put("accepted-later", report(Result.ACCEPTED_LATER));
    reports.put("accepted-found", acceptedAndSaw("p-1", seen(Kind.MATCH)));
    reports.put("accepted-many", acceptedAndSaw("p-1", seen(Kind.MANY)));
    reports.put("accepted-absent", acceptedAndSaw("p-1", seen(Kind.ABSENT)));
    reports.put(
        "unknown-found",
        report(Result.UNKNOWN, Detail.TIMEOUT, Evidence.NONE, Optional.of(seen(Kind.MATCH))));
    reports.put("unknown", report(Result.UNKNOWN, Detail.TIMEOUT));
    reports.put("unknown-redirected", report(Result.UNKNOWN, Detail.REDIRECTED));
    reports.put("unknown-mismatch", report(Result.UNKNOWN, Detail.KEY_MISMATCH));
    reports.put("unknown-in-flight", report(Result.UNKNOWN, Detail.KEY_IN_FLIGHT));
    reports.put("refused", report(Result.REFUSED, Detail.REJECTED_BY_DESTINATION));
    reports.put("refused-access", report(Result.REFUSED, Detail.AUTHORIZATION));
    reports.put("refused-identity", report(Result.REFUSED, Detail.IDENTITY_MISMATCH));
    reports.put("deferred", Samples.deferred(Duration.ofSeconds(40)));
    reports.put("not-sent", report(Result.NOT_SENT, Detail.CONNECTION_REFUSED));
    reports.forEach(
        (name, report) -> {
          all.put("holder:" + name, s -> sent(s, token(s), holderOf(s), report));
          all.put("older:" + name, s -> sent(s, token(s) - 1, "c-old", report));
          all.put("stranger:" + name, s -> sent(s, token(s), "c-stranger", report));
        });
  }

  private static OperationInput sent(Story s, int token, String claimId, SendReport report) {
    return new SendReported(at(s), ORIGIN, token, claimId, WORKER, report);
  }

  private static void addReadbacks(Map<String, Function<Story, OperationInput>> all) {
    for (Kind kind : Kind.values()) {
      readback(all, kind.name(), seen(kind));
    }
    readback(all, "ABSENT-INCOMPLETE", Samples.incompleteAbsence());
  }

  private static void readback(
      Map<String, Function<Story, OperationInput>> all, String name, Observation seen) {
    all.put("newest:" + name, s -> answer(s, token(s), lastReadback(s), seen));
    all.put("unasked:" + name, s -> answer(s, token(s), 0, seen));
    all.put("old:" + name, s -> answer(s, token(s) - 1, 1, seen));
    all.put("invented:" + name, s -> answer(s, token(s), 99, seen));
  }

  private static OperationInput answer(Story s, int token, int number, Observation seen) {
    return new ReadbackReported(at(s), ORIGIN, token, number, seen);
  }

  private static void addTimers(Map<String, Function<Story, OperationInput>> all) {
    for (Timers.Kind kind : Timers.Kind.values()) {
      all.put("timer-" + kind, s -> new TimerFired(due(s, kind), ORIGIN, kind, token(s)));
      all.put(
          "former-timer-" + kind, s -> new TimerFired(due(s, kind), ORIGIN, kind, token(s) - 1));
    }
    all.put("death-holder", s -> death(s, new Worker(WORKER.id(), WORKER.incarnation() + 1)));
    all.put("death-same-life", s -> death(s, WORKER));
    all.put("death-other", s -> death(s, new Worker("w-2", 9)));
    all.put("reopened", s -> new DestinationReopened(at(s), ORIGIN, token(s)));
    all.put("restart", s -> new IntervalsRestarted(at(s), ORIGIN));
  }

  private static OperationInput death(Story s, Worker successor) {
    return new HolderDied(at(s), ORIGIN, successor, Optional.empty());
  }

  private static Instant due(Story s, Timers.Kind kind) {
    return s.state() instanceof Known known
        ? known.operation().timers().at(kind).orElse(at(s))
        : at(s);
  }

  private static void addReviews(Map<String, Function<Story, OperationInput>> all) {
    for (Review.Action action : Review.Action.values()) {
      all.put("fresh:" + action, s -> review(s, action, moved(s), false));
      all.put("forced:" + action, s -> review(s, action, moved(s), true));
      all.put("stale:" + action, s -> review(s, action, moved(s) - 1, true));
      all.put("ahead:" + action, s -> review(s, action, s.state().sequence() + 1, true));
    }
  }

  private static OperationInput review(Story s, Review.Action action, long seq, boolean force) {
    return new ReviewSubmitted(at(s), ORIGIN, Samples.review(action, seq, force));
  }

  private static Instant at(Story s) {
    return s.now().plusSeconds(5);
  }

  private static int token(Story s) {
    return s.state() instanceof Known known ? known.operation().attempts().token() : 1;
  }

  private static long moved(Story s) {
    return s.state() instanceof Known known ? known.operation().movedAt() : s.state().sequence();
  }

  private static int lastReadback(Story s) {
    return s.state() instanceof Known known ? known.operation().readbacks().lastNumber() : 1;
  }

  private static String holderOf(Story s) {
    return s.state() instanceof Known known
        ? known.operation().attempts().current().map(Holder::claimId).orElse("c-nobody")
        : "c-nobody";
  }
}
