package io.onefold.standalone.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DestinationCommandsTest {
  private static final String OPEN =
      """
      {"name":"wiki","state":"OPEN","sequence":0,"suspension":null,"test":null}\
      """;
  private static final String SUSPENDED =
      """
      {"name":"blog","state":"SUSPENDED","sequence":3,"test":null,"decided":true,"message":"suspended by kim: rotated",
       "suspension":{"reason":"AUTHORIZATION","message":"status 401","by":null,"operationId":"op-1",
       "since":"2026-10-31T08:00:00Z","lastTest":"the controlled test with operation op-2 did not pass: it is REJECTED"}}\
      """;
  private static final String TESTING =
      """
      {"name":"blog","state":"TESTING","sequence":4,"decided":true,"message":"kim lets operation op-3 through",
       "suspension":{"reason":"AUTHORIZATION","message":"status 401","operationId":"op-1"},"test":{"operationId":"op-3"}}\
      """;

  private FakeLedger ledger;

  @BeforeEach
  void start() throws IOException {
    ledger = new FakeLedger();
  }

  @AfterEach
  void stop() {
    ledger.close();
  }

  private CommandRun run(String... args) {
    List<String> all = new ArrayList<>(List.of("destinations"));
    all.addAll(List.of(args));
    all.addAll(List.of("--url", ledger.url()));
    return CommandRun.of(all.toArray(String[]::new));
  }

  @Test
  void shouldListWhatIsSuspendedAndWhy() {
    // given
    ledger.answer(
        "GET /v1/destinations", 200, "{\"items\":[" + SUSPENDED + "," + OPEN + "],\"next\":null}");

    // when
    CommandRun text = run("list");
    CommandRun json = run("list", "--output", "json");

    // then
    assertEquals(ExitCode.OK, text.exitCode());
    assertTrue(text.out().contains("AUTHORIZATION of operation op-1: status 401"), text.out());
    assertTrue(text.out().contains("op-2 did not pass"), text.out());
    assertTrue(text.out().contains("destinations resume NAME"), text.out());
    assertEquals(2, json.out().lines().count());
  }

  @Test
  void shouldSendReasonAndNameWhenItSuspends() {
    // given
    ledger.answer("POST /v1/destinations/blog/suspend", 202, SUSPENDED);

    // when
    CommandRun run = run("suspend", "blog", "--reason", "rotated", "--by", "kim");

    // then
    assertEquals(ExitCode.OK, run.exitCode());
    assertEquals("blog  suspended by kim: rotated\n", run.out());
    assertEquals("{\"reason\":\"rotated\",\"reviewer\":\"kim\"}", ledger.asked().getFirst().body());
  }

  @Test
  void shouldNameTheOperationWhenItResumesWithOne() {
    // given
    ledger.answer("POST /v1/destinations/blog/resume", 202, TESTING);

    // when
    CommandRun run = run("resume", "blog", "--reason", "r", "--by", "kim", "--operation", "op-3");

    // then
    assertEquals(ExitCode.OK, run.exitCode());
    assertTrue(run.out().contains("onefold status op-3"), run.out());
    assertTrue(ledger.asked().getFirst().body().contains("\"operation\":\"op-3\""));
  }

  @Test
  void shouldAnswerNegativeWhenTheLedgerRefuses() {
    // given
    ledger.answer(
        "POST /v1/destinations/blog/resume",
        409,
        "{\"title\":\"no\",\"detail\":\"nothing is held at destination 'blog'\"}");

    // when
    CommandRun run = run("resume", "blog", "--reason", "r");

    // then
    assertEquals(ExitCode.NEGATIVE, run.exitCode());
    assertTrue(run.err().contains("nothing is held"), run.err());
  }
}
