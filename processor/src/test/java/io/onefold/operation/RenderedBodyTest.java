package io.onefold.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.onefold.operation.OperationInput.IntentSubmitted;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is sent in place of a payload: rendered once, kept while it may be sent, and hashed. */
class RenderedBodyTest {
  private static final Rendering RENDERED = Rendering.of(Optional.of(Samples.BODY));
  private static final Rendering OTHER =
      Rendering.of(
          Optional.of(
              new RenderedBody(
                  "text/plain",
                  Bytes.wrap("other".getBytes(StandardCharsets.UTF_8)),
                  "sha256:dd")));

  private final Story story = new Story(PolicySample.cautious());

  @Test
  void shouldKeepTheBodyAndJournalItWhenAnIntentIsAdmitted() {
    Decision decision = story.submit(Samples.intent(), RENDERED);

    assertEquals(Optional.of(Samples.BODY), story.operation().body());
    assertEquals(Optional.of(Samples.BODY), journalled(decision));
  }

  @Test
  void shouldKeepTheFirstBodyWhenTheSameIntentIsRenderedOtherwiseLater() {
    story.submit(Samples.intent(), RENDERED);

    Decision again = story.submit(Samples.intent(), OTHER);

    assertEquals(Optional.of(Samples.BODY), story.operation().body());
    assertEquals(Optional.empty(), journalled(again));
  }

  @Test
  void shouldKeepTheBodyThroughAllAttempts() {
    story.submit(Samples.intent(), RENDERED);
    story.claim("c-1");
    story.report("c-1", Samples.report(SendReport.Result.NOT_SENT));
    story.fire(Timers.Kind.OFFER);
    story.claim("c-2");

    assertEquals(Optional.of(Samples.BODY), story.operation().body());
  }

  @Test
  void shouldKeepOnlyTheHashWhenItHasEnded() {
    story.submit(Samples.intent(), RENDERED);
    story.claim("c-1");
    story.report("c-1", Samples.acceptedAndSaw("p-1", Samples.seen(Observation.Kind.MATCH)));

    RenderedBody kept = story.operation().body().orElseThrow();
    assertEquals(Bytes.EMPTY, kept.content());
    assertEquals(Samples.BODY.hash(), kept.hash());
  }

  @Test
  void shouldSendTheBodyOfTheIntentThatAReviewerApproves() {
    story.submit(Samples.intent(Samples.HASH, Optional.empty()), RENDERED);
    story.review(Review.Action.APPROVE);

    assertInstanceOf(OperationState.Ready.class, story.state());
    assertEquals(Optional.of(Samples.BODY), story.operation().body());
  }

  @Test
  void shouldTakeTheBodyOfTheIntentThatReplacesOneNeverAdmitted() {
    story.submit(Samples.intent(Samples.HASH, Optional.empty()), RENDERED);

    story.submit(Samples.intent(), OTHER);

    assertInstanceOf(OperationState.Ready.class, story.state());
    assertEquals(OTHER.replacement(), story.operation().body());
  }

  @Test
  void shouldTakeTheBodyWhenTheSameIntentCanBeRenderedUnderALaterContract() {
    story.submit(Samples.intent(), new Rendering.Impossible("no `payload.x`"));
    assertInstanceOf(OperationState.Unresolved.class, story.state());

    story.submit(Samples.intent(), RENDERED);

    assertInstanceOf(OperationState.Ready.class, story.state());
    assertEquals(Optional.of(Samples.BODY), story.operation().body());
  }

  @Test
  void shouldFollowTheRulesOfADestinationThatBecameKnown() {
    story.submitToNowhere(Samples.intent());
    assertInstanceOf(OperationState.Unresolved.class, story.state());

    story.submit(Samples.intent(), RENDERED);

    assertInstanceOf(OperationState.Ready.class, story.state());
    assertEquals(Optional.of(story.policy()), story.operation().policy());
    assertEquals(Optional.of(Samples.BODY), story.operation().body());
  }

  @Test
  void shouldNotLetAReviewerApproveWhatCannotBeRendered() {
    story.submit(
        Samples.intent(Samples.HASH, Optional.empty()), new Rendering.Impossible("no `payload.x`"));

    assertEquals(
        List.of(Review.Action.CONFIRM_DONE, Review.Action.CONFIRM_NOT_DONE),
        List.copyOf(Questions.allowed(story.state()).keySet()));
    story.review(Review.Action.APPROVE);
    assertInstanceOf(OperationState.Unresolved.class, story.state());
  }

  @Test
  void shouldJournalNoBodyOfAnIntentThatIsRejected() {
    Decision decision =
        story.submit(Samples.intent(Samples.HASH, Optional.of(Samples.denial())), RENDERED);

    assertEquals(Optional.empty(), journalled(decision));
    assertEquals(Optional.empty(), story.operation().body());
  }

  private static Optional<RenderedBody> journalled(Decision decision) {
    return assertInstanceOf(IntentSubmitted.class, decision.event().input())
        .rendering()
        .replacement();
  }
}
