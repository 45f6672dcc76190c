package io.onefold.standalone.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadingCommandsTest {
  private static final String OPERATION =
      """
      {"operationId":"c|site/post","state":"UNRESOLVED","sequence":9,"token":1,"owner":"marketing",
       "reason":"READBACK_UNAVAILABLE","firstBrokenStage":"READBACK",
       "destination":{"id":"blog","connector":"http","account":"acme","environment":"production"},
       "attempts":[{"token":1}],"readbacks":[],"next":{"what":"nothing, until a person decides","at":null},"receipt":null}\
      """;
  private static final String EVENT =
      """
      {"sequence":1,"at":"2026-10-31T08:00:00Z","input":{"type":"IntentSubmitted"},
       "step":{"type":"Offer","why":"ADMITTED","text":""},"before":"","after":"READY"}\
      """;
  private static final String ESCALATION =
      """
      {"operationId":"c|site/post","status":"OPEN","reason":"READBACK_UNAVAILABLE","firstBrokenStage":"READBACK",
       "owner":"marketing","openedAt":"2026-10-31T08:15:00Z",
       "decisions":[{"action":"RECHECK","effect":"asks the destination once more"}]}\
      """;

  private FakeLedger ledger;

  @BeforeEach
  void start() throws IOException {
    ledger =
        new FakeLedger()
            .answer("GET /v1/operations/c%7Csite%2Fpost", 200, OPERATION)
            .answer("GET /v1/operations/c%7Csite%2Fpost/journal", 200, "[" + EVENT + "]");
  }

  @AfterEach
  void stop() {
    ledger.close();
  }

  @Test
  void shouldShowStateAndReasonWhenTheOperationIsKnown() {
    // when
    CommandRun run = run("status", "c|site/post");

    // then
    assertEquals(ExitCode.OK, run.exitCode());
    assertTrue(run.out().contains("state         UNRESOLVED\n"), run.out());
    assertTrue(
        run.out().contains("destination   blog (http), account acme, environment production\n"),
        run.out());
  }

  @Test
  void shouldAnswerNegativeWhenTheOperationIsUnknown() {
    // when
    CommandRun run = run("status", "nobody");

    // then
    assertEquals(
        new CommandRun(ExitCode.NEGATIVE, "", "onefold: the ledger knows no operation 'nobody'\n"),
        run);
  }

  @Test
  void shouldPrintOneObjectPerLineWhenJsonIsWanted() {
    // when
    CommandRun run = run("status", "c|site/post", "--output", "json");

    // then
    assertEquals(1, run.out().lines().count());
    assertTrue(run.out().startsWith("{\"operationId\":\"c|site/post\","), run.out());
  }

  @Test
  void shouldTellTrailAndDecisionsWhenExplained() {
    // given
    ledger.answer(
        "GET /v1/escalations?operation=c%7Csite%2Fpost&status=all", 200, page(ESCALATION));
    ledger.answer(
        "GET /v1/escalations?status=all&operation=c%7Csite%2Fpost", 200, page(ESCALATION));

    // when
    CommandRun run = run("explain", "c|site/post");

    // then
    assertTrue(
        run.out().contains("an intent came in; attempt allowed, because the intent was admitted"),
        run.out());
    assertTrue(run.out().contains("READBACK: asking the destination what it stored"), run.out());
    assertTrue(run.out().contains("RECHECK: asks the destination once more"), run.out());
    assertTrue(run.out().contains("onefold review 'c|site/post' RECHECK --reason"), run.out());
  }

  @Test
  void shouldFollowAllPagesWhenEscalationsAreListed() {
    // given
    ledger.answer(
        "GET /v1/escalations?status=open", 200, "{\"items\":[" + ESCALATION + "],\"next\":\"2\"}");
    ledger.answer("GET /v1/escalations?status=open&cursor=2", 200, page(ESCALATION));

    // when
    CommandRun run = run("escalations", "--output", "json");

    // then
    assertEquals(2, run.out().lines().count());
  }

  @Test
  void shouldPrintReceiptsUntilTheLogGoesOnNoFurtherWhenNotFollowing() {
    // given a first page of which the ledger left everything out
    String receipt =
        """
        {"operationId":"a","outcome":"VERIFIED","evidence":"READBACK","providerId":"42",
         "issuedAt":"2026-10-31T08:01:00Z","destination":{"id":"blog"}}\
        """;
    ledger.answer(
        "GET /v1/receipts?since=2026-10-31T08%3A00%3A00Z", 200, "{\"items\":[],\"next\":\"d\"}");
    ledger.answer(
        "GET /v1/receipts?since=2026-10-31T08%3A00%3A00Z&cursor=d",
        200, "{\"items\":[" + receipt + "],\"next\":\"e\"}");
    ledger.answer(
        "GET /v1/receipts?since=2026-10-31T08%3A00%3A00Z&cursor=e",
        200, "{\"items\":[],\"next\":\"e\"}");

    // when
    CommandRun run = run("receipts", "--since", "2026-10-31T08:00:00Z");

    // then
    assertEquals(
        List.of("2026-10-31T08:01:00Z  VERIFIED  a  blog  READBACK  42"),
        run.out().lines().toList());
  }

  @Test
  void shouldBindTheDecisionToTheSequenceWhenReviewing() {
    // given
    ledger.answer("POST /v1/operations/c%7Csite%2Fpost/reviews", 202, "{\"sequence\":10}");

    // when
    CommandRun run =
        run(
            "review",
            "c|site/post",
            "confirm-done",
            "--by",
            "j.doe",
            "--reason",
            "seen",
            "--url",
            "https://blog.example/post?id=1");

    // then
    assertEquals("c|site/post  decision taken, sequence 10\n", run.out());
    String sent = ledger.asked().get(1).body();
    assertEquals(
        "{\"action\":\"CONFIRM_DONE\",\"reason\":\"seen\",\"sequence\":9,\"reviewer\":\"j.doe\",\"publicUrl\":\"https://blog.example/post?id=1\"}",
        sent);
  }

  @Test
  void shouldAnswerNegativeWithTheReasonWhenTheOperationMovedOn() {
    // given
    ledger.answer(
        "POST /v1/operations/c%7Csite%2Fpost/reviews",
        409, "{\"detail\":\"the operation is at sequence 11\"}");

    // when
    CommandRun run = run("review", "c|site/post", "RECHECK", "--reason", "seen");

    // then
    assertEquals(
        new CommandRun(ExitCode.NEGATIVE, "", "onefold: the operation is at sequence 11\n"), run);
  }

  @Test
  void shouldEndWithUsageWhenTheCommandIsUnknown() {
    // when
    CommandRun run = run("rebuild-everything");

    // then
    assertEquals(ExitCode.USAGE, run.exitCode());
  }

  private CommandRun run(String... args) {
    String[] all = java.util.Arrays.copyOf(args, args.length + 2);
    all[args.length] = "--url";
    all[args.length + 1] = ledger.url();
    return CommandRun.of(all);
  }

  private static String page(String item) {
    return "{\"items\":[" + item + "]}";
  }
}
