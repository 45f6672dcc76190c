package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Escalation;
import io.onefold.schema.SchemaIds;
import io.onefold.standalone.cli.OnefoldCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The same operation asked for again and again, with the same content and with another. */
@ExtendWith(CaseStage.Shared.class)
@Execution(ExecutionMode.CONCURRENT)
class DuplicatesIT {
  private static final int PAIRS = 23;

  private final CaseStage stage;

  DuplicatesIT(CaseStage stage) {
    this.stage = stage;
  }

  @Test
  void shouldActOnceWhenTheSameIntentComes46TimesInPairsAtTheSameInstant() throws Exception {
    // given
    Reply slow = Reply.status(201).after(Duration.ofMillis(1500));
    CaseRun run =
        stage
            .operation("plain", "campaign|website|launch-post")
            .script(Script.of(WriteStep.commit(slow), WriteStep.ACCEPT));
    ObjectNode intent = run.intent();

    // when
    List<String> answers = submitInPairs(run, intent);

    // then
    JsonNode receipt = run.verified();
    assertEquals(2 * PAIRS, answers.size());
    assertEquals(1, Collections.frequency(answers, "accepted"), answers.toString());
    assertEquals(2 * PAIRS - 1, Collections.frequency(answers, "duplicate"), answers.toString());
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals(1, records(RunningOnefold.topics().receipts(), run.id()).size());
    run.staysUntil(run.writtenAt(1).plusSeconds(8), 1, 1);
    assertEquals(receipt, run.now().path("receipt"));
  }

  /** Twenty-three times two threads at the same instant, and now and then a copy over the topic. */
  private List<String> submitInPairs(CaseRun run, ObjectNode intent) throws Exception {
    List<Future<String>> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(2);
        TopicWriter writer = new TopicWriter(stage.onefold())) {
      CyclicBarrier together = new CyclicBarrier(2);
      for (int pair = 0; pair < PAIRS; pair++) {
        for (int one = 0; one < 2; one++) {
          answers.add(
              threads.submit(
                  () -> {
                    together.await(60, TimeUnit.SECONDS);
                    return run.submit(intent).path("disposition").asText();
                  }));
        }
        if (pair % 5 == 4) {
          answers.getLast().get(60, TimeUnit.SECONDS);
          writer.intent(intent).get(60, TimeUnit.SECONDS);
        }
      }
      List<String> words = new ArrayList<>();
      for (Future<String> answer : answers) {
        words.add(answer.get(60, TimeUnit.SECONDS));
      }
      return words;
    }
  }

  private List<ConsumerRecord<byte[], byte[]>> records(String topic, String operation) {
    return TopicReader.of(stage.onefold().bootstrapServers(), topic, operation);
  }

  @Test
  void shouldNameTheDifferencesAndStayWhenTheSameIdAsksForSomethingElse(@TempDir Path folder)
      throws Exception {
    // given
    CaseRun run = stage.operation("plain", "conflict-1").script(Script.ACCEPTING);
    JsonNode receipt = run.submit().verified();
    ObjectNode other = Intents.of("plain", run.id(), "another text");
    other.put("action", "withdraw");

    // when
    JsonNode answer = run.submit(other);

    // then
    assertEquals("conflict", answer.path("disposition").asText(), answer.toString());
    assertEquals("[\"action\",\"payload\"]", answer.path("fields").toString());
    assertConflictIsOpen(run, "action, payload");
    assertCommandsShowIt(run, other, folder);
    assertEscalationIsInItsTopic(run, "action, payload");
    run.staysUntil(run.writtenAt(1).plusSeconds(5), 1, 1);
    assertEquals("VERIFIED", run.now().path("state").asText());
    assertEquals(receipt, run.now().path("receipt"));
  }

  private static void assertConflictIsOpen(CaseRun run, String fields) {
    JsonNode escalation = run.openEscalation();
    assertEquals("PAYLOAD_CONFLICT", escalation.path("reason").asText());
    assertEquals("case-owner", escalation.path("owner").asText());
    assertTrue(escalation.path("known").asText().contains(fields), escalation.toString());
    JsonNode operation = run.now();
    assertEquals("PAYLOAD_CONFLICT", operation.path("reason").asText());
    assertEquals("POLICY_ADMISSION", operation.path("firstBrokenStage").asText());
    assertTrue(operation.path("message").asText().contains(fields), operation.toString());
  }

  private void assertCommandsShowIt(CaseRun run, ObjectNode other, Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("other.ndjson"), other + "\n");
    Command submitted = command("submit", file.toString());
    assertEquals(1, submitted.exitCode(), submitted.toString());
    assertTrue(
        submitted.out().contains(run.id() + "  conflict")
            && submitted.out().contains("action, payload"),
        submitted.toString());
    Command open = command("escalations", "--destination", "plain");
    assertEquals(0, open.exitCode(), open.toString());
    assertTrue(
        open.out()
            .lines()
            .anyMatch(line -> line.contains(run.id()) && line.contains("PAYLOAD_CONFLICT")),
        open.toString());
  }

  private void assertEscalationIsInItsTopic(CaseRun run, String fields) {
    AvroSerde<Escalation> serde = AvroSerde.of(Escalation.class, SchemaIds.from(Map.of()));
    String topic = RunningOnefold.topics().escalations();
    Escalation last =
        serde.deserializer().deserialize(topic, records(topic, run.id()).getLast().value());
    assertEquals("OPEN", last.getStatus());
    assertEquals("PAYLOAD_CONFLICT", last.getReason());
    assertTrue(last.getKnown().contains(fields), last.toString());
  }

  @Test
  void shouldStayAsItIsWhenConflictComesOverTheTopicWhileItIsSent() throws Exception {
    // given
    Reply slow = Reply.status(201).after(Duration.ofMillis(1500));
    CaseRun run =
        stage
            .operation("plain-slow", "plain", "conflict-2")
            .script(Script.of(WriteStep.commit(slow)));
    run.submit().when(operation -> operation.path("state").asText().equals("CLAIMED"));

    // when
    try (TopicWriter writer = new TopicWriter(stage.onefold())) {
      writer.intent(Intents.of("plain-slow", run.id(), "another text")).get(60, TimeUnit.SECONDS);
    }

    // then
    JsonNode receipt = run.verified();
    assertEquals(run.intent().at("/approval/payloadHash"), receipt.path("payloadHash"));
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> run.now().path("reason").asText().equals("PAYLOAD_CONFLICT"));
    assertConflictIsOpen(run, "payload");
    run.counted(1, 1);
  }

  /** What a command did. */
  private record Command(int exitCode, String out, String err) {}

  private Command command(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] all =
        Stream.concat(Arrays.stream(args), Stream.of("--url", stage.onefold().address().toString()))
            .toArray(String[]::new);
    int code =
        OnefoldCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(all);
    return new Command(code, out.toString(), err.toString());
  }
}
