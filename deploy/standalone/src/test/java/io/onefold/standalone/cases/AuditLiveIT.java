package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.onefold.connector.simulated.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** An audit of an installation that goes on writing, and signing, raises no false alarm. */
@ExtendWith(CaseStage.Shared.class)
@Execution(ExecutionMode.CONCURRENT)
class AuditLiveIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final CaseStage stage;

  AuditLiveIT(CaseStage stage) {
    this.stage = stage;
  }

  @Test
  void shouldEndWithTwoWhenNoTopicHoldsWhatIsAskedFor(@TempDir Path folder) throws Exception {
    // given
    String broker = stage.onefold().bootstrapServers();
    Path report = folder.resolve("audit.json");
    String[] options = {"--operation", "audit-never", "--report", report.toString()};

    // when
    AuditRun.refuses("has a record of 'audit-never'", broker, options);

    // then
    JsonNode told = new ObjectMapper().readTree(report.toFile());
    assertEquals("audit-never", told.path("scope").path("operationId").asText());
    assertEquals(0, told.path("operations").asInt());
  }

  @Test
  void shouldEndWithTwoWhenNoTopicHasThePrefix() {
    AuditRun.refuses(
        "there is no topic that begins with 'none.'",
        stage.onefold().bootstrapServers(),
        "--topic-prefix",
        "none.",
        "--operation",
        "audit-never");
  }

  @Test
  void shouldFindNothingWhenTheTopicsGrowWhileTheyAreRead(@TempDir Path folder) throws Exception {
    // given
    String keys = stage.onefold().client().keys().toString();
    Path keyFile = Files.writeString(folder.resolve("keys.json"), keys);
    AtomicBoolean enough = new AtomicBoolean();
    AtomicInteger done = new AtomicInteger();
    try (ExecutorService caller = Executors.newSingleThreadExecutor()) {
      Future<?> calls =
          caller.submit(
              () -> {
                while (!enough.get()) {
                  stage
                      .operation("plain", "audit-live-" + done.get())
                      .script(Script.ACCEPTING)
                      .submit()
                      .verified();
                  done.incrementAndGet();
                }
              });
      try {
        long before = 0;
        for (int audit = 0; audit < 2; audit++) {
          int then = done.get();
          await().atMost(PATIENCE).until(() -> done.get() > then || calls.isDone());

          // when
          JsonNode report =
              new ObjectMapper()
                  .readTree(
                      AuditRun.findsNothing(
                          stage.onefold().bootstrapServers(),
                          "--output",
                          "json",
                          "--keys",
                          keyFile.toString()));

          // then
          long events = report.path("journalEvents").asLong();
          assertTrue(events > before, report::toString);
          assertEquals(
              report.path("receipts"),
              report.path("signatures").path("receiptsValid"),
              report::toString);
          before = events;
        }
      } finally {
        enough.set(true);
      }
      calls.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
