package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.standalone.cli.OnefoldCommand;
import io.onefold.standalone.client.ProblemException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A sealed payload is for its destination alone, and is erased without harm to any proof. */
@Tag("instances")
@Execution(ExecutionMode.CONCURRENT)
class ErasureIT {
  private static final String ID = "letter|17";

  /** The destination also repeats it in its answer. */
  private static final String CANARY = "Erika-Mustermann-lives-here";

  @TempDir Path folder;

  @Test
  void shouldLeaveNothingReadableAndTheProofsWholeWhenASealedPayloadIsErased() throws Exception {
    // given
    try (StandIns standIns = StandIns.start(Map.of())) {
      String yaml = standIns.fill(CaseStage.resource("/cases/plain.yaml"));
      try (RunningOnefold onefold =
          RunningOnefold.start(folder.resolve("data"), yaml, List.of(PayloadKeyFile.in(folder)))) {
        CaseRun run = new CaseRun(onefold.client(), standIns.get("plain"), "plain", ID);
        JsonNode intent = Intents.of("plain", ID, CANARY);
        run.submitted(run.submit(intent)).verified();
        assertEquals("duplicate", run.submit(intent).path("disposition").asText());
        assertEquals(CANARY, run.effects().getFirst().content().path("text").asText());
        run.counted(1, 1);

        // when
        String told = erase(onefold);

        // then
        assertTrue(told.contains("payload erased by ann"), told);
        assertEquals(Set.of(), topicsWith(CANARY));
        assertTrue(topicsWith("sealed:v1:").containsAll(Set.of("provider-events", "journal")));
        assertTrue(topicsWith(ID).containsAll(Set.of("intents", "commands", "receipts")));
        assertEquals(409, assertThrows(ProblemException.class, () -> run.submit(intent)).status());
        AuditRun.findsNothing(onefold.bootstrapServers());
      }
    }
  }

  private static String erase(RunningOnefold onefold) {
    StringWriter out = new StringWriter();
    int code =
        OnefoldCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(out, true))
            .execute(
                "erase",
                ID,
                "--by",
                "ann",
                "--reason",
                "on request",
                "--url",
                onefold.address().toString());
    assertEquals(0, code, out.toString());
    return out.toString();
  }

  /** Names of the topics whose segments have these bytes anywhere, changelogs included. */
  private Set<String> topicsWith(String text) throws IOException {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path segment : files.filter(f -> f.toString().endsWith(".log")).toList()) {
        if (new String(Files.readAllBytes(segment), StandardCharsets.ISO_8859_1).contains(text)) {
          String partition = segment.getParent().getFileName().toString();
          found.add(partition.replaceFirst("^onefold\\.", "").replaceFirst("-\\d+$", ""));
        }
      }
    }
    return found;
  }
}
