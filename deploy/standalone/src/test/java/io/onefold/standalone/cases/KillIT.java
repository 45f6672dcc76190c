package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.standalone.cli.OnefoldCommand;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.standalone.client.Page;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The whole product is killed without warning while it works; the destination survives. */
@Tag("campaign")
@Isolated("keeps the machine busy")
class KillIT {
  private static final Duration LATENCY = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String CONTRACT = "plain";

  @TempDir Path folder;

  private final List<Duration> restarts = new ArrayList<>();

  @Test
  void shouldVerifyEachOperationOnceWhenKilledFourTimesDuringManyOperations() throws Exception {
    // given
    int operations = 500;
    int kills = 4;
    long seed = System.nanoTime();
    List<String> ids = IntStream.range(0, operations).mapToObj(i -> "kill|" + i).toList();
    try (StandIns standIns = StandIns.start(Map.of())) {
      String yaml = standIns.fill(CaseStage.resource("/cases/plain.yaml"));
      SimulatedProvider provider = standIns.get(CONTRACT).provider();
      provider.scriptOthers(
          Script.of(WriteStep.commit(Duration.ZERO, Reply.status(201).after(LATENCY))));
      try (OnefoldProcess onefold = OnefoldProcess.start(folder, yaml)) {

        // when
        CompletableFuture<String> submission = submit(onefold, ids);
        killAtRandomMoments(onefold, submission, provider, operations, kills, new Random(seed));
        String submitted = submission.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

        // then
        try (OnefoldClient client =
            new OnefoldClient(onefold.address(), Optional.empty(), Duration.ofSeconds(30))) {
          awaitAllEnded(client, operations);
          assertEachOnce(client, provider, ids);
        }
        new CaseJudge().judge(onefold.bootstrapServers(), standIns);
        System.out.printf(
            "killed %d times (seed %d): %d operations, %d writes, %s; ready again after %s%n",
            kills, seed, operations, provider.seenWrites().size(), submitted, restarts);
      }
    }
    for (Duration restart : restarts) {
      assertTrue(restart.compareTo(Duration.ofMinutes(1)) < 0, restarts.toString());
    }
  }

  /** Submits all of them as people do, which goes on while there is nobody to take them. */
  private CompletableFuture<String> submit(OnefoldProcess onefold, List<String> ids)
      throws Exception {
    Path file = folder.resolve("intents.ndjson");
    Files.write(file, ids.stream().map(id -> Intents.of(CONTRACT, id, "text").toString()).toList());
    return CompletableFuture.supplyAsync(
        () -> {
          StringWriter err = new StringWriter();
          int exitCode =
              OnefoldCommand.commandLine()
                  .setOut(new PrintWriter(new StringWriter(), true))
                  .setErr(new PrintWriter(err, true))
                  .execute(
                      "submit",
                      file.toString(),
                      "--retry-for",
                      PATIENCE.toSeconds() + "s",
                      "--url",
                      onefold.address().toString());
          assertEquals(0, exitCode, err.toString());
          return err.toString().strip();
        });
  }

  /** Each kill comes after some random number of further writes, so always while there is work. */
  private void killAtRandomMoments(
      OnefoldProcess onefold,
      CompletableFuture<String> submission,
      SimulatedProvider provider,
      int operations,
      int kills,
      Random random)
      throws Exception {
    int span = operations / (kills + 1);
    for (int kill = 0; kill < kills; kill++) {
      int moment = kill * span + random.nextInt(1, span);
      await("write " + moment)
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(5))
          .until(
              () -> {
                throwIfFailed(submission);
                return provider.seenWrites().size() >= moment;
              });
      restarts.add(onefold.killAndRestart());
    }
  }

  private static void throwIfFailed(CompletableFuture<String> submission) {
    if (submission.isCompletedExceptionally()) {
      submission.join();
    }
  }

  private static void awaitAllEnded(OnefoldClient client, int operations) {
    await("all ended")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .ignoreExceptions()
        .until(() -> receipts(client).values().stream().mapToInt(List::size).sum() >= operations);
  }

  private static Map<String, List<JsonNode>> receipts(OnefoldClient client) {
    Map<String, List<JsonNode>> receipts = new HashMap<>();
    Map<String, String> query = new TreeMap<>();
    Page page = client.receipts(query);
    // The log has no end and always tells where it goes on: an empty page is the end of today.
    while (!page.items().isEmpty()) {
      for (JsonNode receipt : page.items()) {
        receipts
            .computeIfAbsent(receipt.path("operationId").asText(), id -> new ArrayList<>())
            .add(receipt);
      }
      query.put("cursor", page.next().orElseThrow());
      page = client.receipts(query);
    }
    return receipts;
  }

  private static void assertEachOnce(
      OnefoldClient client, SimulatedProvider provider, List<String> ids) {
    Map<String, List<JsonNode>> receipts = receipts(client);
    for (String id : ids) {
      JsonNode operation = client.operation(id).orElseThrow();
      assertEquals("VERIFIED", operation.path("state").asText(), operation.toPrettyString());
      assertEquals(1, provider.effects(id).size(), id);
      assertEquals(1, receipts.getOrDefault(id, List.of()).size(), id);
      assertEquals(
          provider.effects(id).getFirst().id(),
          receipts.get(id).getFirst().path("providerId").asText());
    }
    assertEquals(ids.size(), provider.effects());
  }
}
