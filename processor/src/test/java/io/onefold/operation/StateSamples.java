package io.onefold.operation;

import static io.onefold.operation.Samples.HASH;
import static io.onefold.operation.Samples.T0;
import static io.onefold.operation.Samples.accepted;
import static io.onefold.operation.Samples.acceptedAndSaw;
import static io.onefold.operation.Samples.report;
import static io.onefold.operation.Samples.seen;

import io.onefold.operation.Observation.Kind;
import io.onefold.operation.SendReport.Detail;
import io.onefold.operation.SendReport.Result;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** States of every kind, each told as the shortest story that leads there. */
final class StateSamples {
  private StateSamples() {}

  /** Name to story; a story is made anew for each use. */
  static Map<String, Supplier<Story>> all() {
    Map<String, Supplier<Story>> all = new LinkedHashMap<>();
    all.put("absent", () -> new Story(PolicySample.cautious()));
    addReady(all);
    addClaimed(all);
    addCommitUnknown(all);
    addUnresolved(all);
    addFinal(all);
    return all;
  }

  private static void addReady(Map<String, Supplier<Story>> all) {
    all.put(
        "ready-later",
        () -> {
          Story story = new Story(PolicySample.cautious());
          story.submit(
              Samples.withTimes(
                  Samples.intent(),
                  Optional.of(T0.plusSeconds(300)),
                  Optional.of(T0.plusSeconds(3600))));
          return story;
        });
    all.put("ready", () -> submitted(PolicySample.cautious()));
    all.put(
        "ready-conflict",
        () -> {
          Story story = submitted(PolicySample.cautious());
          story.submit(Samples.intent(Samples.OTHER_HASH, Optional.empty()));
          return story;
        });
    all.put(
        "ready-2",
        () -> {
          Story story = new Story(PolicySample.cautious());
          story.submit(
              Samples.withTimes(
                  Samples.intent(), Optional.empty(), Optional.of(T0.plusSeconds(3600))));
          return secondOffered(story);
        });
    all.put("ready-replay", StateSamples::replayOffered);
  }

  private static void addClaimed(Map<String, Supplier<Story>> all) {
    all.put("claimed", () -> claimed(PolicySample.cautious()));
    all.put("claimed-2", () -> claim(secondOffered(submitted(PolicySample.cautious()))));
    all.put("claimed-replay", () -> claim(replayOffered()));
    all.put("claimed-mute", () -> claimed(PolicySample.cautious().withoutReadback()));
    all.put("claimed-ack", () -> claimed(PolicySample.cautious().acknowledged()));
  }

  private static void addCommitUnknown(Map<String, Supplier<Story>> all) {
    PolicyMaker cautious = PolicySample::cautious;
    all.put("cu-lease", () -> leaseEnded(cautious.make()));
    all.put("cu-lease-settled", () -> settled(leaseEnded(cautious.make())));
    all.put("cu-p2-settled", () -> settled(leaseEnded(cautious.make().leaseEndSuffices())));
    all.put("cu-unknown", () -> reported(cautious.make(), report(Result.UNKNOWN)));
    all.put("cu-settled", () -> settled(reported(cautious.make(), report(Result.UNKNOWN))));
    all.put("cu-spent", StateSamples::spent);
    all.put(
        "cu-p0-settled",
        () -> settled(reported(cautious.make().absenceIsNoProof(), report(Result.UNKNOWN))));
    all.put("cu-accepted", () -> reported(cautious.make(), accepted("p-1")));
    all.put("cu-promised", () -> reported(cautious.make(), report(Result.ACCEPTED_LATER)));
    all.put("cu-refused", () -> reported(cautious.make(), report(Result.REFUSED)));
    all.put("cu-redirected", StateSamples::redirected);
    all.put(
        "cu-replayed",
        () -> {
          Story story = claim(replayOffered());
          story.report(claimIdOf(story), report(Result.UNKNOWN));
          return settled(story);
        });
  }

  private static void addUnresolved(Map<String, Supplier<Story>> all) {
    all.put(
        "un-hold",
        () -> {
          Story story = new Story(PolicySample.cautious());
          story.submit(Samples.intent(HASH, Optional.empty()));
          return story;
        });
    all.put(
        "un-unfit",
        () -> {
          Story story = new Story(PolicySample.cautious());
          story.submit(Samples.intent(), new Rendering.Impossible("no `payload.x`"));
          return story;
        });
    all.put(
        "un-gap",
        () -> {
          Story story = new Story(PolicySample.cautious());
          story.report(1, "c-lost", accepted("p-1"));
          return story;
        });
    all.put(
        "un-never",
        () -> {
          Story story = submitted(PolicySample.cautious());
          while (story.state() instanceof OperationState.Ready) {
            story.fire(Timers.Kind.OFFER);
          }
          return story;
        });
    all.put("un-early", StateSamples::unresolvedEarly);
    all.put("un-lease", () -> deadline(settled(leaseEnded(PolicySample.cautious()))));
    all.put(
        "un-p2", () -> deadline(settled(leaseEnded(PolicySample.cautious().leaseEndSuffices()))));
    all.put("un-settled", StateSamples::unresolvedSpent);
    all.put("un-retry", () -> settled(answered(redirected(), Kind.ABSENT)));
    all.put("un-wrong", StateSamples::unresolvedWrong);
    all.put(
        "un-many", () -> answered(reported(PolicySample.cautious(), accepted("p-1")), Kind.MANY));
    all.put(
        "un-live",
        () -> {
          Story story = claimed(PolicySample.cautious());
          story.answer(1, 0, seen(Kind.MISMATCH));
          return story;
        });
  }

  private static void addFinal(Map<String, Supplier<Story>> all) {
    all.put("verified", StateSamples::verified);
    all.put("rejected", StateSamples::rejected);
    all.put("done", () -> reviewed(unresolvedWrong(), Review.Action.CONFIRM_DONE));
    all.put("not-done", () -> reviewed(unresolvedSpent(), Review.Action.CONFIRM_NOT_DONE));
    all.put("open-ended", () -> reviewed(unresolvedEarly(), Review.Action.CONFIRM_NOT_DONE));
    all.put("forgotten-verified", () -> forgotten(verified()));
    all.put("forgotten-rejected", () -> forgotten(rejected()));
  }

  private static Story submitted(PolicySample policy) {
    Story story = new Story(policy);
    story.submit();
    return story;
  }

  private static Story claim(Story story) {
    story.claim("c-" + story.token());
    return story;
  }

  private static Story claimed(PolicySample policy) {
    return claim(submitted(policy));
  }

  private static String claimIdOf(Story story) {
    return story.operation().attempts().current().orElseThrow().claimId();
  }

  private static Story reported(PolicySample policy, SendReport report) {
    Story story = claimed(policy);
    story.report(claimIdOf(story), report);
    return story;
  }

  private static Story leaseEnded(PolicySample policy) {
    Story story = claimed(policy);
    story.fire(Timers.Kind.LEASE);
    return story;
  }

  private static Story settled(Story story) {
    story.fire(Timers.Kind.SETTLE);
    return story;
  }

  private static Story deadline(Story story) {
    story.fire(Timers.Kind.DEADLINE);
    return story;
  }

  private static Story answered(Story story, Kind kind) {
    story.answer(kind);
    return story;
  }

  private static Story reviewed(Story story, Review.Action action) {
    story.review(action);
    return story;
  }

  private static Story secondOffered(Story story) {
    claim(story);
    story.report(claimIdOf(story), report(Result.NOT_SENT, Detail.CONNECTION_REFUSED));
    story.fire(Timers.Kind.OFFER);
    return story;
  }

  private static Story replayOffered() {
    Story story =
        reported(
            PolicySample.cautious().replaySafeFor(Duration.ofHours(24)), report(Result.UNKNOWN));
    story.answer(Kind.NOTHING_TO_ASK);
    story.fire(Timers.Kind.OFFER);
    return story;
  }

  private static Story redirected() {
    return reported(PolicySample.cautious(), report(Result.UNKNOWN, Detail.REDIRECTED));
  }

  private static Story spent() {
    return settled(reported(PolicySample.cautious().attempts(1), report(Result.UNKNOWN)));
  }

  private static Story unresolvedSpent() {
    return answered(spent(), Kind.ABSENT);
  }

  private static Story unresolvedEarly() {
    return answered(reported(PolicySample.cautious(), report(Result.UNKNOWN)), Kind.NOTHING_TO_ASK);
  }

  private static Story unresolvedWrong() {
    return answered(
        settled(reported(PolicySample.cautious(), report(Result.UNKNOWN))), Kind.MISMATCH);
  }

  private static Story verified() {
    return reported(PolicySample.cautious(), acceptedAndSaw("p-1", seen(Kind.MATCH)));
  }

  private static Story rejected() {
    return answered(reported(PolicySample.cautious(), report(Result.REFUSED)), Kind.ABSENT);
  }

  private static Story forgotten(Story story) {
    story.fire(Timers.Kind.FORGET);
    return story;
  }

  /** Makes the policy anew, because a sample is changed while it is built. */
  private interface PolicyMaker {
    PolicySample make();
  }
}
