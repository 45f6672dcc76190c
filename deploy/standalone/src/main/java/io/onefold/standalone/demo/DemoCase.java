package io.onefold.standalone.demo;

import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.Showing;
import io.onefold.connector.simulated.WriteStep;
import java.time.Duration;
import java.util.List;

/**
 * One intent of the tour.
 *
 * @param name what it is about; the last part of its operation ID
 * @param story what goes wrong on the way
 * @param script what the blog does
 * @param deliveries how often the intent is delivered, at least 1
 * @param approved false: it carries no approval
 * @param end state that it must reach
 */
record DemoCase(
    String name, String story, Script script, int deliveries, boolean approved, String end) {
  private static final String VERIFIED = "VERIFIED";

  /** All of them. */
  static List<DemoCase> all() {
    return List.of(
        new DemoCase(
            "launch-post",
            "nothing, but it is delivered five times",
            Script.ACCEPTING,
            5,
            true,
            VERIFIED),
        new DemoCase(
            "price-list",
            "the blog stores it, then the answer is lost",
            Script.of(WriteStep.commit(Reply.cut())),
            2,
            true,
            VERIFIED),
        new DemoCase(
            "team-page",
            "the blog stores it, then answers 500",
            Script.of(WriteStep.commit(Reply.status(500))),
            2,
            true,
            VERIFIED),
        new DemoCase(
            "guest-article",
            "the answer is lost, and the blog's search shows it late",
            Script.of(WriteStep.commit(Reply.cut()))
                .showing(Showing.lagging(Duration.ofMillis(900))),
            2,
            true,
            VERIFIED),
        new DemoCase(
            "release-notes",
            "the blog answers 503 and has stored nothing",
            Script.of(WriteStep.refuse(Reply.status(503)), WriteStep.ACCEPT),
            2,
            true,
            VERIFIED),
        new DemoCase(
            "event-calendar",
            "the blog wants it later: 429, Retry-After 1",
            Script.of(
                WriteStep.refuse(Reply.status(429).header("Retry-After", "1")), WriteStep.ACCEPT),
            2,
            true,
            VERIFIED),
        new DemoCase(
            "legal-notice",
            "the blog refuses it for good: 422",
            Script.of(WriteStep.refuse(Reply.status(422))),
            2,
            true,
            "REJECTED"),
        new DemoCase(
            "press-release", "nobody has approved it", Script.ACCEPTING, 3, false, "UNRESOLVED"));
  }

  String operationId() {
    return "autumn-campaign|blog|" + name;
  }

  /** How many items of it the blog must have in the end. */
  int effects() {
    return end.equals(VERIFIED) ? 1 : 0;
  }
}
