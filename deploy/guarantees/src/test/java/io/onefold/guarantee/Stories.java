package io.onefold.guarantee;

import io.onefold.schema.Receipt;
import java.util.function.Consumer;

/** Beginnings and ends that many stories share. */
final class Stories {
  private Stories() {}

  /** One attempt that stored the right thing, and was verified. */
  static Story verified() {
    return verify(stored(new Story().admitted(), "c1"));
  }

  /** A granted attempt that stored the right thing. */
  static Story stored(Story story, String claimId) {
    return story.granted(claimId).written().stored("I1");
  }

  /** The holder could not tell; then the readback finds it. */
  static Story verify(Story story) {
    return verify(story, receipt -> {});
  }

  static Story verify(Story story, Consumer<Receipt> more) {
    return story
        .report("c1", "UNKNOWN", "ASK", "", "COMMIT_UNKNOWN")
        .readback(1, "FOUND", "MATCH", "VERIFY", "READBACK", "VERIFIED")
        .receipt("VERIFIED", more);
  }

  /** Nobody is heard; the readback finds it. */
  static Story verifyUnheard(Story story) {
    return story
        .readback(1, "FOUND", "MATCH", "VERIFY", "READBACK", "VERIFIED")
        .receipt("VERIFIED");
  }

  /** The holder could not tell; nothing is stored, and the settle point is reached. */
  static Story settled(Story story) {
    return story
        .admitted()
        .granted("c1")
        .written()
        .report("c1", "UNKNOWN", "ASK", "", "COMMIT_UNKNOWN")
        .after(Story.SETTLE)
        .timer("SETTLE", "ASK", "", "COMMIT_UNKNOWN");
  }

  /** A second attempt after the proof that the first did nothing. */
  static Story secondAttempt() {
    return settled(new Story())
        .readback(2, "NOT_FOUND", "ABSENT", "OFFER", "PROVED_ABSENT", "READY")
        .granted("c2")
        .written();
  }

  /** The second attempt stored the right thing, and was verified. */
  static Story secondVerified() {
    return verifySecond(secondAttempt().stored("I1"));
  }

  static Story verifySecond(Story story) {
    return story
        .report("c2", "UNKNOWN", "ASK", "", "COMMIT_UNKNOWN")
        .readback(3, "FOUND", "MATCH", "VERIFY", "READBACK", "VERIFIED")
        .receipt("VERIFIED");
  }

  /** The holder of the second claim could not tell; the first readback of all finds it. */
  static Story verifyThird(Story story) {
    return verifyUnheard(story.report("c2", "UNKNOWN", "ASK", "", "COMMIT_UNKNOWN"));
  }

  /** Ends the story with a question that waits for a person. */
  static Story waiting(Story story, Object input) {
    story.event(input, "ESCALATE", "NO_READBACK", "UNRESOLVED");
    return story.escalation("OPEN", story.sequence(), true);
  }
}
