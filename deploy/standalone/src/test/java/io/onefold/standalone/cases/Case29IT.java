package io.onefold.standalone.cases;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.schema.PayloadHash;
import io.onefold.standalone.cli.OnefoldCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** K29: what is too large, on its way in and on its way back. */
@Tag("instances")
@Execution(ExecutionMode.CONCURRENT)
class Case29IT {
  private static final int JUST_ABOVE = 1_051_237;
  private static final int FAR_ABOVE = 20 << 20;
  private static final int LARGE = 900 << 10;
  private static final String LIMIT = "921600 bytes";

  @TempDir Path folder;

  @Test
  void k29ShouldRefuseWhatIsTooLargeAndGoOnWhenItComesByAnyDoor() throws Exception {
    try (StandIns standIns = StandIns.start(Map.of())) {
      String yaml = standIns.fill(CaseStage.resource("/cases/plain.yaml"));
      List<String> good = new ArrayList<>();
      List<String> tooLarge = new ArrayList<>();
      RecordMetadata aside;
      try (RunningOnefold onefold = RunningOnefold.start(folder, yaml)) {

        // when
        rest(onefold, good, tooLarge);
        commandLine(onefold, good, tooLarge);
        aside = topic(onefold, good, tooLarge);
        List<CaseRun> answers = largeAnswers(onefold, standIns);

        // then
        assertAllAsTheyMustBe(onefold, standIns, good, tooLarge);
        assertAnswersCameThrough(answers);
        DeadLetter letter = DeadLetter.of(onefold, aside).orElseThrow();
        assertEquals("UNREADABLE_RECORD", letter.reason());
        assertTrue(
            letter.error().contains("payload is 1051237 bytes large; allowed are at most " + LIMIT),
            letter.error());
        new Redelivery(onefold).changesNothing(run(onefold, standIns, good.getFirst()));
      }

      // when
      try (RunningOnefold again = RunningOnefold.start(folder, yaml)) {

        // then
        CaseRun later = run(again, standIns, "K29-after-restart").submit();
        later.verified();
        good.add(later.id());
        assertAllAsTheyMustBe(again, standIns, good, tooLarge);
        assertTrue(DeadLetter.of(again, aside).isPresent());
        assertEquals(
            1, TopicReader.all(again, RunningOnefold.topics().deadLetters()).size() - MARKERS);
        new Redelivery(again).changesNothing(run(again, standIns, good.getFirst()));
        new CaseJudge().judge(again.bootstrapServers(), standIns);
      }
    }
  }

  /** The record by which a redelivery sees that it was read. */
  private static final int MARKERS = 1;

  private static CaseRun run(RunningOnefold onefold, StandIns standIns, String id) {
    return new CaseRun(onefold.client(), standIns.get("plain"), "plain", id);
  }

  /** An intent whose payload has exactly so many bytes. */
  private static ObjectNode intent(String id, int bytes) {
    int rest = canonical(Intents.payload(id, ""));
    JsonNode payload = Intents.payload(id, "x".repeat(bytes - rest));
    assertEquals(bytes, canonical(payload));
    return Intents.of("plain", id, payload);
  }

  private static int canonical(JsonNode payload) {
    // A payload of plain letters is its own canonical form, apart from the order of its fields.
    return payload.toString().getBytes(UTF_8).length;
  }

  private static List<ObjectNode> intents(String door) {
    List<ObjectNode> intents = new ArrayList<>();
    intents.add(Intents.of("plain", "K29-" + door + "-first", "text of K29-" + door + "-first"));
    intents.add(intent("K29-" + door + "-just-above", JUST_ABOVE));
    intents.add(intent("K29-" + door + "-far-above", FAR_ABOVE));
    intents.add(intent("K29-" + door + "-large", LARGE));
    IntStream.range(0, 10)
        .mapToObj(number -> "K29-" + door + "-" + number)
        .forEach(id -> intents.add(Intents.of("plain", id, "text of " + id)));
    return intents;
  }

  private static boolean isTooLarge(JsonNode intent) {
    return intent.path("operationId").asText().endsWith("-above");
  }

  private static void note(JsonNode intent, List<String> good, List<String> tooLarge) {
    (isTooLarge(intent) ? tooLarge : good).add(intent.path("operationId").asText());
  }

  private static void rest(RunningOnefold onefold, List<String> good, List<String> tooLarge)
      throws Exception {
    for (JsonNode intent : intents("rest")) {
      Answer answer = Answer.of(onefold.address(), intent.toString());
      assertEquals(isTooLarge(intent) ? 413 : 202, answer.status(), answer.toString());
      if (isTooLarge(intent)) {
        assertEquals("too-large", answer.type());
        assertTrue(answer.message().contains(LIMIT), answer.message());
      }
      note(intent, good, tooLarge);
    }
  }

  private void commandLine(RunningOnefold onefold, List<String> good, List<String> tooLarge)
      throws Exception {
    List<ObjectNode> intents = intents("cli");
    Path file = folder.resolveSibling(folder.getFileName() + ".ndjson");
    Files.write(file, intents.stream().map(JsonNode::toString).toList());
    StringWriter out = new StringWriter();
    int exitCode =
        OnefoldCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(new StringWriter(), true))
            .execute("submit", file.toString(), "--url", onefold.address().toString());
    Files.delete(file);
    assertEquals(1, exitCode, out.toString());
    List<String> lines = out.toString().lines().toList();
    assertEquals(intents.size(), lines.size(), out.toString());
    for (int line = 0; line < lines.size(); line++) {
      boolean refused = isTooLarge(intents.get(line));
      assertEquals(refused, lines.get(line).contains("refused"), lines.get(line));
      assertEquals(refused, lines.get(line).contains("bytes"), lines.get(line));
      note(intents.get(line), good, tooLarge);
    }
  }

  /** Straight to the topic; the broker itself refuses the largest. */
  private static RecordMetadata topic(
      RunningOnefold onefold, List<String> good, List<String> tooLarge) throws Exception {
    Optional<RecordMetadata> aside = Optional.empty();
    try (TopicWriter writer = new TopicWriter(onefold)) {
      for (ObjectNode intent : intents("topic")) {
        note(intent, good, tooLarge);
        if (!isTooLarge(intent)) {
          writer.intent(intent).get(60, TimeUnit.SECONDS);
          continue;
        }
        String id = intent.path("operationId").asText();
        byte[] payload = intent.path("payload").toString().getBytes(UTF_8);
        intent.set("payload", Intents.payload(id, "text"));
        ((ObjectNode) intent.path("approval"))
            .put("payloadHash", PayloadHash.ofJson(intent.path("payload")).value());
        Future<RecordMetadata> written =
            writer.write(
                new ProducerRecord<>(
                    RunningOnefold.topics().intents(),
                    id.getBytes(UTF_8),
                    writer.bytes(intent, payload)));
        if (payload.length == JUST_ABOVE) {
          aside = Optional.of(written.get(60, TimeUnit.SECONDS));
        } else {
          ExecutionException refused =
              assertThrows(ExecutionException.class, () -> written.get(60, TimeUnit.SECONDS));
          assertInstanceOf(RecordTooLargeException.class, refused.getCause());
        }
      }
    }
    return aside.orElseThrow();
  }

  /** What the destination says about a write, larger than any record. */
  private static List<CaseRun> largeAnswers(RunningOnefold onefold, StandIns standIns) {
    String note = "n".repeat(3 << 20);
    Reply yes = Reply.status(201).body("{\"id\":\"{id}\",\"note\":\"" + note + "\"}");
    Reply endless = Reply.status(201).body("{\"id\":\"{id}\",\"note\":\"" + note + note + "\"}");
    Reply no = Reply.status(400).body("{\"error\":\"" + note + "\"}");
    return List.of(
        run(onefold, standIns, "K29-answer").script(Script.of(WriteStep.commit(yes))).submit(),
        run(onefold, standIns, "K29-endless").script(Script.of(WriteStep.commit(endless))).submit(),
        run(onefold, standIns, "K29-refusal").script(Script.of(WriteStep.refuse(no))).submit());
  }

  private static void assertAnswersCameThrough(List<CaseRun> answers) {
    CaseRun accepted = answers.getFirst();
    assertEquals(accepted.verifiedItem(), accepted.effects().getFirst().id());
    assertEquals(List.of("ACCEPTED NONE"), accepted.endings());
    CaseRun endless = answers.get(1);
    assertEquals(endless.verifiedItem(), endless.effects().getFirst().id());
    assertEquals(List.of("UNKNOWN UNREADABLE_ANSWER"), endless.endings());
    CaseRun refused = answers.get(2);
    JsonNode operation = refused.rejected("REJECTED_BY_DESTINATION", "WRITE_REQUEST");
    assertTrue(
        operation.toString().length() < 20_000, "trimmed to " + operation.toString().length());
    assertTrue(operation.path("message").asText().contains("nnn"), operation.toString());
    accepted.counted(1, 1);
    endless.counted(1, 1);
    refused.counted(0, 1);
  }

  private static void assertAllAsTheyMustBe(
      RunningOnefold onefold, StandIns standIns, List<String> good, List<String> tooLarge) {
    for (String id : good) {
      CaseRun run = run(onefold, standIns, id).awaitKnown();
      run.verified();
      run.counted(1, 1);
    }
    for (String id : tooLarge) {
      assertEquals(Optional.empty(), onefold.client().operation(id), id);
      assertEquals(0, standIns.get("plain").provider().writes(id), id);
    }
  }
}
