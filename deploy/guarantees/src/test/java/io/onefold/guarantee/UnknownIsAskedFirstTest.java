package io.onefold.guarantee;

import static io.onefold.guarantee.Told.breaks;
import static io.onefold.guarantee.Told.keeps;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.schema.Readback;
import io.onefold.schema.TimerFired;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UnknownIsAskedFirstTest {
  static Stream<Arguments> runs() {
    return Stream.of(
        breaks(
            "a timeout that is repeated at once",
            Stories.waiting(
                new Story()
                    .admitted()
                    .granted("c1")
                    .report("c1", "UNKNOWN", "OFFER", "NOT_COMMITTED", "READY"),
                new TimerFired("OFFER", 2)),
            "unjustified-token",
            "unknown-not-asked"),
        breaks(
            "a crash that is taken for a refusal",
            new Story()
                .admitted()
                .granted("c1")
                .after(Story.LEASE)
                .timer("LEASE", "REJECT", "REJECTED_BY_DESTINATION", "REJECTED")
                .receipt("REJECTED"),
            "unknown-not-asked"),
        keeps("a timeout that is asked about and found", Stories.verified()),
        keeps("a timeout that is asked about and repeated", Stories.secondVerified()),
        keeps(
            "a worker that is heard after its lease",
            Stories.waiting(
                new Story()
                    .admitted()
                    .granted("c1")
                    .after(Story.LEASE)
                    .timer("LEASE", "ASK", "", "COMMIT_UNKNOWN")
                    .report("c1", "NOT_SENT", "OFFER", "NOT_COMMITTED", "READY"),
                new TimerFired("OFFER", 2))),
        breaks("a refusal that was done", refused().stored("I1"), "rejected-though-done"),
        keeps("a refusal that was not done", refused()),
        keeps(
            "a refusal that was done, where classification lies",
            refused().stored("I1").broken(Assumption.CLASSIFICATION_IS_TRUE)),
        breaks(
            "a refusal that was done, where keys are forgotten",
            refused().stored("I1").broken(Assumption.KEYS_ARE_REMEMBERED),
            "rejected-though-done"),
        breaks(
            "a refusal that is believed without a look",
            new Story()
                .admitted()
                .granted("c1")
                .report("c1", "REFUSED", "REJECT", "REJECTED_BY_DESTINATION", "REJECTED")
                .receipt("REJECTED"),
            "refusal-not-asked"),
        breaks(
            "a refusal that is believed after a look of another time",
            new Story()
                .admitted()
                .granted("c1")
                .after(Story.LEASE)
                .timer("LEASE", "ASK", "", "COMMIT_UNKNOWN")
                .report("c1", "REFUSED", "ASK", "", "COMMIT_UNKNOWN")
                .readback(1, "NOT_FOUND", "ABSENT", "REJECT", "REJECTED_BY_DESTINATION", "REJECTED")
                .receipt("REJECTED"),
            "refusal-not-asked"),
        breaks(
            "a question that the ledger has not put",
            Stories.verified().command(question(1, 2)),
            "readback-not-in-journal"),
        breaks(
            "a question that is put twice",
            Stories.verified().command(question(1, 1)).command(question(1, 1)),
            "readback-not-in-journal"),
        keeps("a question that the ledger has put", Stories.verified().command(question(1, 1))),
        breaks(
            "a person's no on old knowledge", resolved("NOT_DONE", 1), "verdict-on-old-knowledge"),
        breaks("a person's yes on old knowledge", resolved("DONE", 1), "verdict-on-old-knowledge"),
        breaks(
            "a person's no before the settle point",
            resolved("NOT_DONE", asked(), 0),
            "not-done-too-early"),
        keeps("a person's doubt before the settle point", resolved("UNKNOWN", asked(), 0)),
        breaks(
            "a person's no that was done",
            resolved("NOT_DONE").stored("I1"),
            "not-done-though-done"),
        keeps(
            "a person's no that was done, where that person lies",
            resolved("NOT_DONE").stored("I1").broken(Assumption.REVIEWERS_ARE_TRUTHFUL)),
        keeps("a person's yes that was done", resolved("DONE").stored("I1")),
        keeps("a person's doubt that was done", resolved("UNKNOWN").stored("I1")));
  }

  private static Story refused() {
    return new Story()
        .admitted()
        .granted("c1")
        .written()
        .report("c1", "REFUSED", "ASK", "", "COMMIT_UNKNOWN")
        .readback(1, "NOT_FOUND", "ABSENT", "REJECT", "REJECTED_BY_DESTINATION", "REJECTED")
        .receipt("REJECTED");
  }

  private static Readback question(int token, int number) {
    Readback order = new Readback();
    order.setToken(token);
    order.setNumber(number);
    return order;
  }

  /** The holder could not tell, and the settle time runs. */
  private static Story asked() {
    return new Story()
        .admitted()
        .granted("c1")
        .report("c1", "UNKNOWN", "ASK", "", "COMMIT_UNKNOWN")
        .readback(1, "NOT_FOUND", "ABSENT", "ASK_LATER", "", "COMMIT_UNKNOWN");
  }

  private static Story resolved(String resolution) {
    return resolved(resolution, 0);
  }

  private static Story resolved(String resolution, long older) {
    return resolved(resolution, Stories.settled(new Story()), older);
  }

  private static Story resolved(String resolution, Story before, long older) {
    Story story = Stories.waiting(before, new TimerFired("DEADLINE", 1));
    long opened = story.sequence();
    return story
        .review(
            "CONFIRM_" + resolution,
            opened - older,
            "RESOLVE",
            "RESOLVED_" + resolution,
            "RESOLVED")
        .receipt("RESOLVED", receipt -> receipt.setResolution(resolution))
        .escalation("CLOSED", opened, false);
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("runs")
  void shouldNameExactlyWhatIsBrokenWhenRunIsJudged(String what, Story story, List<String> rules) {
    // when
    List<String> broken = story.broken();

    // then
    assertEquals(rules, broken, () -> what + ": " + story.judged().violations());
  }
}
