package io.onefold.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What people are offered is what they may decide, in every state. */
class QuestionsTest {
  private final Map<String, Supplier<Story>> states = StateSamples.all();

  @Test
  void shouldOfferExactlyTheDecisionsThatAreAccepted() {
    // given
    List<String> wrong = new ArrayList<>();

    // when each decision is tried in each state
    states.forEach(
        (name, told) -> {
          Set<Review.Action> accepted = EnumSet.noneOf(Review.Action.class);
          for (Review.Action action : Review.Action.values()) {
            if (accepted(told.get(), action, true)) {
              accepted.add(action);
            }
          }
          Set<Review.Action> offered = Questions.allowed(told.get().state()).keySet();
          if (!accepted.equals(offered)) {
            wrong.add("%s: offered %s, accepted %s".formatted(name, offered, accepted));
          }
        });

    // then
    assertEquals(List.of(), wrong);
  }

  @Test
  void shouldSayThatForceIsNeededExactlyWhereItIs() {
    states.forEach(
        (name, told) -> {
          String text =
              Questions.allowed(told.get().state())
                  .getOrDefault(Review.Action.AUTHORISE_RETRY, "not offered");
          boolean forceNeeded =
              accepted(told.get(), Review.Action.AUTHORISE_RETRY, true)
                  && !accepted(told.get(), Review.Action.AUTHORISE_RETRY, false);
          assertEquals(forceNeeded, text.contains("force"), name);
        });
  }

  @Test
  void shouldSayWhatNotDoneWouldBeRecordedAs() {
    states.forEach(
        (name, told) -> {
          String text = Questions.allowed(told.get().state()).get(Review.Action.CONFIRM_NOT_DONE);
          if (text != null) {
            Story story = told.get();
            story.review(Review.Action.CONFIRM_NOT_DONE);
            Ending.Outcome outcome = ((OperationState.Final) story.state()).ending().outcome();
            assertEquals(
                outcome == Ending.Outcome.RESOLVED_UNKNOWN, text.contains("unknown"), name);
          }
        });
  }

  @Test
  void shouldNotOfferARetryOfAnExpiredOperation() {
    // given
    Story story = states.get("ready-2").get();
    story.fire(Timers.Kind.EXPIRY);

    // when
    Set<Review.Action> offered = Questions.allowed(story.state()).keySet();

    // then
    assertFalse(offered.contains(Review.Action.AUTHORISE_RETRY));
    assertFalse(accepted(story, Review.Action.AUTHORISE_RETRY, true));
  }

  private static boolean accepted(Story story, Review.Action action, boolean force) {
    long sequence =
        story.state() instanceof OperationState.Known known
            ? known.operation().movedAt()
            : story.state().sequence();
    Decision decision =
        story.take(
            new OperationInput.ReviewSubmitted(
                story.now(), Story.ORIGIN, Samples.review(action, sequence, force)));
    return !(decision.event().step() instanceof Step.Stay stay
        && stay.remark() == Step.Remark.REVIEW_REFUSED);
  }
}
