package io.onefold.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.SendReport.Detail;
import io.onefold.operation.SendReport.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/**
 * What a suspended destination changes about the decisions of an operation, and what it does not.
 */
class SuspendedDestinationTest {
  private static final Gate HELD = new Gate.Held("destination 'blog' is suspended");
  private static final Gate TEST = new Gate.Test();

  /** A decision in the words of the table: step, state after, effects in any order. */
  private record Made(String step, StateName after, TreeSet<String> effects) {
    static Made of(Decision decision) {
      return new Made(
          Described.step(decision.event().step()),
          StateName.of(decision.after()),
          new TreeSet<>(Described.effects(decision)));
    }

    Made instead(String otherStep, StateName state) {
      return new Made(otherStep, state, new TreeSet<>());
    }
  }

  private static List<String> differences(
      Gate gate, BiFunction<String, Made, Made> expected, boolean restToo) {
    List<String> wrong = new ArrayList<>();
    StateSamples.all()
        .forEach(
            (stateName, told) ->
                InputSamples.all()
                    .forEach(
                        (inputName, input) -> {
                          Story open = told.get();
                          Story other = told.get().gate(gate);
                          StateName before = StateName.of(open.state());
                          Made usual = Made.of(open.take(input.apply(open)));
                          Decision decision = other.take(input.apply(other));
                          Made should = expected.apply(inputName, usual);
                          if (restToo && rests(usual.after()) && !rests(before)) {
                            should.effects().add(ending(decision));
                          }
                          if (!should.equals(Made.of(decision))) {
                            wrong.add(
                                "%s in %s: %s, expected %s"
                                    .formatted(inputName, stateName, Made.of(decision), should));
                          }
                        }));
    return wrong;
  }

  private static boolean rests(StateName state) {
    return switch (state) {
      case UNRESOLVED, VERIFIED, REJECTED, RESOLVED, FORGOTTEN -> true;
      case ABSENT, READY, CLAIMED, COMMIT_UNKNOWN -> false;
    };
  }

  private static String ending(Decision decision) {
    boolean tried =
        decision.after() instanceof OperationState.Verified verified
            && verified.operation().attempts().currentMayAct();
    return tried ? "passed" : "failed";
  }

  @Test
  void shouldOfferAndGrantNothingAndDecideAllElseAsEverWhenTheDestinationIsSuspended() {
    // when
    List<String> wrong = differences(HELD, SuspendedDestinationTest::whenHeld, false);

    // then
    assertEquals(List.of(), wrong);
  }

  private static Made whenHeld(String input, Made usual) {
    switch (usual.step()) {
      case "GRANT" -> {
        return usual.instead("STAY CLAIM_REFUSED", StateName.READY);
      }
      case "SEND_OFFER" -> {
        String why = input.equals("reopened") ? "STAY JOURNALLED" : "STAY HELD";
        return usual.instead(why, StateName.READY);
      }
      default -> {}
    }
    TreeSet<String> effects = new TreeSet<>(usual.effects());
    effects.remove("send");
    effects.remove("suspend");
    if (usual.step().equals("OFFER AUTHORISED")) {
      effects.add("want-test");
    }
    return new Made(usual.step(), usual.after(), effects);
  }

  @Test
  void shouldDecideAsEverAndTellHowItEndsWhenTheOperationIsTheTest() {
    // when
    List<String> wrong =
        differences(
            TEST,
            (input, usual) -> {
              TreeSet<String> effects = new TreeSet<>(usual.effects());
              effects.remove("suspend");
              return new Made(usual.step(), usual.after(), effects);
            },
            true);

    // then
    assertEquals(List.of(), wrong);
  }

  @Test
  void shouldWaitWithoutALimitAndWithoutATimerWhenItIsHeld() {
    // given an operation that was offered just before
    Story story = submitted();
    story.gate(HELD);

    // when
    Decision held = story.fire(Timers.Kind.OFFER);

    // then nothing is planned any more
    assertEquals("STAY HELD", Described.step(held.event().step()));
    assertEquals(Map.of(), story.operation().timers().due());

    // when it is opened again long after the limit
    story.later(story.policy().offerLimit().multipliedBy(3)).gate(Gate.OPEN);
    Decision offered = story.reopen();

    // then it is offered, and the limit counts from now on
    assertEquals(List.of("send"), Described.effects(offered));
    assertEquals(story.now(), story.operation().attempts().waitingSince());
    Decision again = story.fire(Timers.Kind.OFFER);
    assertEquals(List.of("send"), Described.effects(again));
  }

  @Test
  void shouldExpireWhenItIsHeldForTooLong() {
    // given
    Story story = new Story(PolicySample.cautious());
    story.gate(HELD);
    story.submit(
        Samples.withTimes(
            Samples.intent(),
            java.util.Optional.empty(),
            java.util.Optional.of(story.now().plusSeconds(60))));
    story.fire(Timers.Kind.OFFER);

    // when
    Decision expired = story.fire(Timers.Kind.EXPIRY);

    // then
    assertInstanceOf(OperationState.Rejected.class, expired.after());
  }

  @Test
  void shouldNotBeOfferedBeforeItsTimeWhenTheDestinationReopens() {
    // given a retry that is delayed, of which one attempt could not be sent
    Story story = submitted();
    story.claim("c-1");
    story.report("c-1", Samples.deferred(Duration.ofMinutes(5)));
    story.later(Duration.ofMinutes(2));

    // when
    Decision reopened = story.reopen();

    // then
    assertEquals("STAY JOURNALLED", Described.step(reopened.event().step()));
    assertTrue(story.operation().timers().at(Timers.Kind.OFFER).isPresent());
  }

  @Test
  void shouldNotPassWhenTheAttemptOfTheTestDidNothingAndAnEarlierOneShows() {
    // given a retry under the same key, while the fate of the first attempt is open
    Story story = StateSamples.all().get("ready-replay").get();
    story.gate(TEST);
    story.reopen();
    story.claim("c-2");
    story.report("c-2", Samples.report(Result.REFUSED, Detail.REJECTED_BY_DESTINATION));

    // when the first attempt's effect shows
    Decision found =
        story.answer(story.operation().attempts().token(), 0, Samples.seen(Observation.Kind.MATCH));

    // then
    assertInstanceOf(OperationState.Verified.class, found.after());
    assertTrue(Described.effects(found).contains("failed"), Described.effects(found)::toString);
  }

  @Test
  void shouldNotPassWhenAnEarlierAttemptTurnsOutToHaveActed() {
    // given an operation whose first attempt counted as nothing done
    Story story = submitted();
    story.claim("c-1");
    story.report("c-1", Samples.report(Result.NOT_SENT, Detail.CONNECTION_REFUSED));
    story.gate(TEST);
    story.fire(Timers.Kind.OFFER);

    // when its effect shows before the test was claimed
    Decision found = story.answer(1, 0, Samples.seen(Observation.Kind.MATCH));

    // then
    assertInstanceOf(OperationState.Verified.class, found.after());
    assertTrue(Described.effects(found).contains("failed"));
  }

  @Test
  void shouldNotPassByAnAcceptanceAloneWhenItCanBeReadBack() {
    // given
    Story story = submitted();
    story.gate(TEST);
    story.claim("c-1");

    // when
    Decision accepted = story.report("c-1", Samples.accepted("p-1"));
    Decision found = story.answer(Observation.Kind.MATCH);

    // then
    assertFalse(Described.effects(accepted).contains("passed"));
    assertTrue(Described.effects(found).contains("passed"));
  }

  private static Story submitted() {
    Story story = new Story(PolicySample.cautious());
    story.submit();
    return story;
  }
}
