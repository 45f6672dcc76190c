package io.onefold.guarantee;

import static io.onefold.guarantee.Told.breaks;
import static io.onefold.guarantee.Told.keeps;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.schema.Receipt;
import io.onefold.schema.TimerFired;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OneReceiptOrEscalationTest {
  static Stream<Arguments> runs() {
    return Stream.of(
        breaks(
            "an effect after a no, of which nobody is told",
            rejected().readback(2, "FOUND", "MATCH", "STAY", "JOURNALLED", "REJECTED"),
            "contradiction-hidden"),
        keeps(
            "an effect after a no, of which somebody is told",
            rejected()
                .readback(2, "FOUND", "MATCH", "NOTIFY", "CONTRADICTING_EVIDENCE", "REJECTED")),
        breaks(
            "a second effect after the end, of which nobody is told",
            Stories.verified()
                .readback(
                    2, Story.observation("FOUND", "MATCH", "I2"), "STAY", "JOURNALLED", "VERIFIED"),
            "contradiction-hidden"),
        keeps(
            "the same effect, seen again after the end",
            Stories.verified().readback(2, "FOUND", "MATCH", "STAY", "JOURNALLED", "VERIFIED")),
        breaks("a second receipt", Stories.verified().receipt("VERIFIED"), "two-receipts"),
        breaks(
            "a receipt of another event",
            stored(receipt -> receipt.setJournalSequence(1)),
            "receipt-not-from-journal"),
        breaks(
            "a receipt with another chain",
            stored(receipt -> receipt.setChain("00")),
            "receipt-not-from-journal"),
        breaks(
            "a receipt with another outcome",
            stored(receipt -> receipt.setOutcome("RESOLVED")),
            "receipt-not-from-journal"),
        breaks(
            "an end without a receipt",
            granted()
                .report("c1", "UNKNOWN", "ASK", "", "COMMIT_UNKNOWN")
                .readback(1, "FOUND", "MATCH", "VERIFY", "READBACK", "VERIFIED"),
            "final-without-receipt"),
        breaks(
            "an end that changes",
            Stories.verified().event(new TimerFired("FORGET", 1), "STAY", "", "REJECTED"),
            "end-not-final"),
        keeps(
            "an end that is forgotten",
            Stories.verified().event(new TimerFired("FORGET", 1), "FORGET", "", "FORGOTTEN", 0)),
        breaks("an operation that hangs", granted(), "open-without-escalation"),
        breaks(
            "a question that nobody is asked",
            granted().event(deadline(), "ESCALATE", "NO_READBACK", "UNRESOLVED"),
            "open-without-escalation"),
        breaks(
            "a question that was closed too early",
            waiting().escalation("CLOSED", 3, false),
            "open-without-escalation"),
        breaks(
            "a question of another event",
            waiting().escalation("OPEN", 2, true),
            "open-without-escalation"),
        breaks(
            "a question that allows nothing",
            waiting().escalation("OPEN", 3, false),
            "escalation-without-decision"),
        keeps("a question that waits", waiting()),
        breaks("a question that stays open after the end", foundLater(), "escalation-left-open"),
        keeps(
            "a question that is closed with the end", foundLater().escalation("CLOSED", 3, false)),
        keeps(
            "a notice of the event that also opened the question",
            foundLater().escalation("OPEN", 3, true, "CONTRADICTING_EVIDENCE")),
        keeps(
            "a notice about something that has ended",
            Stories.verified()
                .submitted()
                .intent("NOTIFY", "PAYLOAD_CONFLICT", "VERIFIED")
                .escalation("OPEN", 5, true)));
  }

  private static Story stored(Consumer<Receipt> more) {
    return Stories.verify(granted(), more);
  }

  private static Story rejected() {
    return new Story()
        .admitted()
        .granted("c1")
        .report("c1", "REFUSED", "ASK", "", "COMMIT_UNKNOWN")
        .readback(1, "NOT_FOUND", "ABSENT", "REJECT", "REJECTED_BY_DESTINATION", "REJECTED")
        .receipt("REJECTED", receipt -> receipt.setProviderId(null));
  }

  private static Story granted() {
    return Stories.stored(new Story().admitted(), "c1");
  }

  private static Story waiting() {
    return Stories.waiting(granted(), deadline());
  }

  private static TimerFired deadline() {
    return new TimerFired("DEADLINE", 1);
  }

  private static Story foundLater() {
    return waiting()
        .readback(0, "FOUND", "MATCH", "VERIFY", "READBACK", "VERIFIED")
        .receipt("VERIFIED");
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
