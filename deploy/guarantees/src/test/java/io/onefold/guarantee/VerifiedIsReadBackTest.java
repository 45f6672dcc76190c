package io.onefold.guarantee;

import static io.onefold.guarantee.Told.breaks;
import static io.onefold.guarantee.Told.keeps;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.schema.Evidence;
import io.onefold.schema.ReadbackObservation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VerifiedIsReadBackTest {
  static Stream<Arguments> runs() {
    return Stream.of(
        breaks(
            "a success status that closes",
            granted()
                .stored("I1")
                .report("c1", "ACCEPTED", "VERIFY", "READBACK", "VERIFIED")
                .receipt("VERIFIED"),
            "verified-without-readback"),
        breaks(
            "a receipt without a readback",
            Stories.verify(granted().stored("I1"), receipt -> receipt.setReadback(null)),
            "verified-without-readback"),
        breaks(
            "a finding of other content that closes",
            granted()
                .stored("I1")
                .report("c1", "UNKNOWN", "ASK", "", "COMMIT_UNKNOWN")
                .readback(1, "FOUND", "MISMATCH", "VERIFY", "READBACK", "VERIFIED")
                .receipt("VERIFIED"),
            "verified-without-readback"),
        keeps(
            "an acknowledgement that closes, where the contract says so",
            acknowledged().stored("I1")),
        breaks("an acknowledgement of nothing", acknowledged(), "verified-without-effect"),
        keeps(
            "an acknowledgement of nothing, where classification lies",
            acknowledged().broken(Assumption.CLASSIFICATION_IS_TRUE)),
        breaks("a finding of nothing", Stories.verify(granted()), "verified-without-effect"),
        breaks(
            "a finding of something else",
            Stories.verify(granted().stored("I7")),
            "verified-without-effect"),
        breaks(
            "a finding with other content than it showed",
            Stories.verify(granted().stored("I1", Story.ACCOUNT, false)),
            "verified-without-effect"),
        keeps(
            "a finding of nothing, where readbacks lie",
            Stories.verify(granted()).broken(Assumption.READBACK_IS_TRUE)),
        breaks(
            "a finding in another account",
            Stories.verify(granted().stored("I1", "other", true)),
            "verified-on-wrong-account"),
        breaks(
            "several were seen before",
            granted()
                .stored("I1")
                .report("c1", "UNKNOWN", "ASK", "", "COMMIT_UNKNOWN")
                .readback(1, many(), "ASK", "", "COMMIT_UNKNOWN")
                .readback(2, "FOUND", "MATCH", "VERIFY", "READBACK", "VERIFIED")
                .receipt("VERIFIED"),
            "verified-despite-many"),
        breaks(
            "two identifiers were told",
            granted()
                .stored("I1")
                .report(
                    1,
                    "c1",
                    "ACCEPTED",
                    report -> report.setEvidence(new Evidence(201, "I0", null, null, null)),
                    "ASK",
                    "",
                    "COMMIT_UNKNOWN")
                .readback(1, "FOUND", "MATCH", "VERIFY", "READBACK", "VERIFIED")
                .receipt("VERIFIED"),
            "verified-despite-many"),
        keeps("one that was accepted and found", acceptedAndFound()));
  }

  private static Story granted() {
    return new Story().admitted().granted("c1").written();
  }

  private static Story acceptedAndFound() {
    return granted()
        .stored("I1")
        .report(
            1,
            "c1",
            "ACCEPTED",
            report -> {
              report.setEvidence(new Evidence(201, "I1", null, null, null));
              report.setReadback(Story.observation("FOUND", "NORMALISED", "I1"));
            },
            "VERIFY",
            "READBACK",
            "VERIFIED")
        .receipt("VERIFIED");
  }

  private static Story acknowledged() {
    Story story = new Story();
    story.rules.setHasReadback(false);
    story.rules.setProviderAckCloses(true);
    return story
        .admitted()
        .granted("c1")
        .written()
        .report("c1", "ACCEPTED", "VERIFY", "PROVIDER_ACK", "VERIFIED")
        .receipt(
            "VERIFIED",
            receipt -> {
              receipt.setEvidence("PROVIDER_ACK");
              receipt.setReadback(null);
            });
  }

  private static ReadbackObservation many() {
    ReadbackObservation seen = Story.observation("FOUND", "MANY", "I1");
    seen.setMatches(2);
    return seen;
  }

  @Test
  void shouldAskForNoEffectWhenDestinationTellsNothing() {
    // given
    Judge judge = Judge.ofThePromise(destination -> !destination.equals("blog"));

    // when
    Stories.verify(granted()).seen().forEach(judge::see);
    judge.conclude();

    // then
    assertEquals(List.of(), judge.violations());
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
