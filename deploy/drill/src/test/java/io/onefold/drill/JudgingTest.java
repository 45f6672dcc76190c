package io.onefold.drill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.Observation.Found;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JudgingTest {
  private final Subject subject = Contracts.subject(Contracts.right("http://127.0.0.1:1"));
  private final Judging judging = new Judging(subject);

  private List<String> once(Subject of, String state, String reason, Count count, int... writes) {
    return new Judging(of)
        .once(Outcomes.of(of, state, reason, count, Outcomes.writes(writes)), Optional.empty());
  }

  private static void says(List<String> findings, String... parts) {
    assertEquals(1, findings.size(), findings.toString());
    for (String part : parts) {
      assertTrue(findings.getFirst().contains(part), findings.getFirst());
    }
  }

  @Test
  void shouldFindNothingWhenOneItemIsStoredAndVerified() {
    assertEquals(List.of(), once(subject, "VERIFIED", "", Outcomes.count(1), 0));
  }

  @Test
  void shouldSayWhatToChangeWhenALateWriteMadeTwo() {
    // given
    Subject hasty =
        Contracts.subject(
            Contracts.right("http://127.0.0.1:1").replace("settle: 9s", "settle: 0s"));
    Outcome outcome = Outcomes.of(hasty, "VERIFIED", "", Outcomes.count(2), Outcomes.writes(0, 4));
    String why = new Judging(hasty).lateDoubled(outcome, Duration.ofMillis(6020));

    // when
    List<String> findings = new Judging(hasty).once(outcome, Optional.of(why));

    // then
    says(
        findings,
        "2 items are stored (41, 42) for drill-ab12-late, and only one should be",
        "the first was written 6 s after the call was given up, and `settle` is 0 s",
        "set `settle` to longer");
  }

  @Test
  void shouldSayThatTheReadbackMissedItWhenTwoWritesMadeTwo() {
    says(
        once(subject, "VERIFIED", "", Outcomes.count(2), 0, 12),
        "the readback did not find the first one",
        "12 s after it");
  }

  @Test
  void shouldSayThatTheReadbackShowsOthersWhenOneWriteMadeTwo() {
    says(once(subject, "VERIFIED", "", Outcomes.count(2), 0), "one write", "`match`");
  }

  @Test
  void shouldSayWhenAVerifiedOperationIsNotThere() {
    says(once(subject, "VERIFIED", "", Outcomes.count(0), 0), "is VERIFIED", "shows nothing");
  }

  @Test
  void shouldSayWhenTheSearchDoesNotFindWhatTheIdShows() {
    Count byIdOnly = new Count(1, List.of("41"), Outcomes.NOTHING, true);
    says(once(subject, "VERIFIED", "", byIdOnly, 0), "the search does not find it");
  }

  @Test
  void shouldSayWhenSomethingElseIsShownLater() {
    Count other = new Count(1, List.of("41"), Outcomes.found(Found.Kind.MISMATCH, 1), true);
    says(once(subject, "VERIFIED", "", other, 0), "is VERIFIED", "something else");
  }

  @Test
  void shouldAdviseByTheReasonWhenItIsUnresolved() {
    says(
        once(subject, "UNRESOLVED", "CONTENT_MISMATCH", Outcomes.count(1), 0),
        "UNRESOLVED (CONTENT_MISMATCH), \"it said so\"",
        "normalisers");
  }

  @Test
  void shouldAcceptAnOpenQuestionWhenTheDestinationCannotBeAsked() {
    // given
    Subject mute =
        Contracts.subject(
            Contracts.right("http://127.0.0.1:1")
                .replaceFirst("(?m)^ *- .by: reference.*\n", "")
                .replace("proof: true", "proof: false"));

    // then
    assertEquals(List.of(), once(mute, "UNRESOLVED", "READBACK_UNAVAILABLE", Outcomes.count(1), 0));
    assertEquals(List.of(), once(mute, "UNRESOLVED", "READBACK_UNAVAILABLE", Outcomes.count(0)));
  }

  @Test
  void shouldSayWhenAWriteFollowsTheEnd() {
    says(once(subject, "VERIFIED", "", Outcomes.count(1), 0, 61), "1 more writes", "after its end");
  }

  @Test
  void shouldNameTheKeyWhenItIsIgnored() {
    Subject keyed =
        Contracts.subject(
            Contracts.right("http://127.0.0.1:1").replace("    send:", Contracts.KEY));
    assertTrue(keyed.claimsKey());
    assertTrue(new Judging(keyed).keyIgnored().contains("the header Idempotency-Key"));
  }

  @Test
  void shouldSayWhatWasFoundWhenAPhantomIsShown() {
    // given
    Operation never = Outcomes.operation(subject);

    // then
    assertEquals(Optional.empty(), judging.phantom(never, Outcomes.NOTHING));
    String finding = judging.phantom(never, Outcomes.found(Found.Kind.MISMATCH, 1)).orElseThrow();
    assertTrue(finding.contains("never sent, the destination shows item 41"), finding);
    assertTrue(finding.contains("redirect"), finding);
  }

  @Test
  void shouldWantTheRightEndWhenNothingMayBeStored() {
    // given
    List<String> right = List.of("UNRESOLVED AUTHORIZATION");
    Outcome refused =
        Outcomes.of(subject, "UNRESOLVED", "AUTHORIZATION", Outcomes.count(0), List.of());
    Outcome rejected =
        Outcomes.of(subject, "REJECTED", "REJECTED_BY_DESTINATION", Outcomes.count(0), List.of());

    // then
    assertEquals(List.of(), judging.never(refused, right, "…"));
    says(judging.never(rejected, right, "declare it"), "ended REJECTED", "declare it");
  }
}
