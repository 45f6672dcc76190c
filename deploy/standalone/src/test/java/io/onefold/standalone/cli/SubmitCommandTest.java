package io.onefold.standalone.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.standalone.cli.FakeLedger.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmitCommandTest {
  private static final String POST = "POST /v1/intents";

  @TempDir Path folder;
  private FakeLedger ledger;

  @BeforeEach
  void start() throws IOException {
    ledger = new FakeLedger();
  }

  @AfterEach
  void stop() {
    ledger.close();
  }

  @Test
  void shouldPrintOneLinePerIntentInOrderWhenAllAreTaken() throws IOException {
    // given
    Set<String> seen = ConcurrentHashMap.newKeySet();
    ledger.answer(
        POST,
        asked -> new Answer(202, disposition(seen.add(asked.body()) ? "ACCEPTED" : "DUPLICATE")));

    // when
    CommandRun run = submit(intent("a"), "", intent("b"), intent("a"));

    // then
    assertEquals(List.of("a  accepted", "b  accepted", "a  duplicate"), run.out().lines().toList());
    assertEquals("3 intents: 2 accepted, 1 duplicate", run.err().strip());
    assertEquals(ExitCode.OK, run.exitCode());
  }

  @Test
  void shouldSayWhyAndWhereWhenAnIntentIsRefused() throws IOException {
    // given
    ledger.answer(
        POST, 400, "{\"status\":400,\"field\":\"account\",\"message\":\"must be 'acme'\"}");

    // when
    CommandRun run = submit(intent("a"), "{broken");

    // then
    List<String> lines = run.out().lines().toList();
    assertEquals("a  refused    account: must be 'acme' (line 1)", lines.get(0));
    assertTrue(lines.get(1).startsWith("line 2  refused    not JSON, at column 2:"), lines.get(1));
    assertEquals(ExitCode.NEGATIVE, run.exitCode());
  }

  @Test
  void shouldAnswerNegativeWhenTheIdStandsForOtherContent() throws IOException {
    // given
    ledger.answer(POST, 202, disposition("CONFLICT"));

    // when
    CommandRun run = submit(intent("a"));

    // then
    assertEquals("a  conflict", run.out().strip());
    assertEquals(ExitCode.NEGATIVE, run.exitCode());
  }

  @Test
  void shouldSendAgainWhenTheAnswerIsLostOrTheLedgerIsBusy() throws IOException {
    // given
    AtomicInteger calls = new AtomicInteger();
    ledger.answer(
        POST,
        asked ->
            switch (calls.incrementAndGet()) {
              case 1 -> Answer.NONE;
              case 2 -> new Answer(503, "");
              default -> new Answer(202, disposition("DUPLICATE"));
            });

    // when
    CommandRun run = submit(intent("a"));

    // then
    assertEquals("a  duplicate", run.out().strip());
    assertEquals(3, calls.get());
  }

  @Test
  void shouldGiveUpWithTheAddressWhenTheLedgerStaysAway() throws IOException {
    // given
    String url = ledger.url();
    ledger.close();

    // when
    CommandRun run =
        CommandRun.of("submit", file(intent("a")), "--url", url, "--retry-for", "200ms");

    // then
    assertEquals(ExitCode.UNREACHABLE, run.exitCode());
    assertTrue(run.err().contains(url), run.err());
    assertTrue(run.err().contains("To submit the same lines again is safe"), run.err());
  }

  @Test
  void shouldKeepTheOrderOfOneOperationWhenManyLinesAreUnderWay() throws IOException {
    // given
    ledger.answer(POST, 202, disposition("ACCEPTED"));
    String[] lines =
        IntStream.range(0, 200)
            .mapToObj(n -> intent("op-" + n % 5, "\"n\":" + n))
            .toArray(String[]::new);

    // when
    CommandRun run = submit(lines);

    // then
    assertEquals(200, run.out().lines().count());
    for (int operation = 0; operation < 5; operation++) {
      String id = "\"op-" + operation + "\"";
      List<Integer> order =
          ledger.asked().stream()
              .filter(asked -> asked.body().contains(id))
              .map(asked -> Integer.valueOf(asked.body().replaceAll(".*\"n\":(\\d+).*", "$1")))
              .toList();
      assertEquals(order.stream().sorted().collect(Collectors.toList()), order);
    }
  }

  @Test
  void shouldStopWhenTheCallerIsNotAllowed() throws IOException {
    // given
    ledger.answer(
        POST, 403, "{\"title\":\"Forbidden\",\"detail\":\"the role submitter is needed\"}");

    // when
    CommandRun run = submit(intent("a"), intent("b"));

    // then
    assertEquals("", run.out());
    assertTrue(run.err().contains("the role submitter is needed"), run.err());
    assertEquals(ExitCode.NEGATIVE, run.exitCode());
  }

  @Test
  void shouldNameTheFileWhenItIsMissing() {
    // when
    CommandRun run =
        CommandRun.of("submit", folder.resolve("none").toString(), "--url", ledger.url());

    // then
    assertEquals(ExitCode.USAGE, run.exitCode());
    assertTrue(run.err().contains("there is no file"), run.err());
  }

  private CommandRun submit(String... lines) throws IOException {
    return CommandRun.of("submit", file(lines), "--url", ledger.url());
  }

  private String file(String... lines) throws IOException {
    return Files.write(folder.resolve("intents.ndjson"), List.of(lines)).toString();
  }

  private static String intent(String id) {
    return intent(id, "\"n\":0");
  }

  private static String intent(String id, String more) {
    return "{\"operationId\":\"" + id + "\"," + more + "}";
  }

  private static String disposition(String word) {
    return "{\"operationId\":\"a\",\"disposition\":\"" + word + "\"}";
  }
}
