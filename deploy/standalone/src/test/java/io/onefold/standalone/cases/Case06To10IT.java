package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.WriteStep;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** K06 to K10: what the network and the client below the application do. */
@ExtendWith(CaseStage.Shared.class)
@Execution(ExecutionMode.CONCURRENT)
class Case06To10IT {
  private final CaseStage stage;

  Case06To10IT(CaseStage stage) {
    this.stage = stage;
  }

  @Test
  void k06ShouldReadBackWhenConnectionIsCutWithoutAnAnswerByte() {
    // given
    CaseRun run = stage.operation("k06", "K06").script(Script.of(WriteStep.commit(Reply.cut())));

    // when
    JsonNode receipt = run.submit().verified();

    // then
    run.counted(1, 1);
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals("UNKNOWN", receipt.at("/attempts/0/result").asText());
    assertEquals("CONNECTION_LOST", receipt.at("/attempts/0/detail").asText());
    assertEquals(1, receipt.path("attempts").size());
  }

  @Test
  void k07ShouldTryAgainWithGrowingDelaysWhenPortRefusesConnections() {
    // given
    CaseRun run = stage.operation("k07", "K07");
    run.destination().stopListening();
    Instant silentSince = Instant.now();

    // when
    run.submit();
    run.when(
        operation ->
            operation.path("attempts").size() > 3
                && Instant.now().isAfter(silentSince.plusSeconds(3)));
    run.destination().listenAgain();
    JsonNode receipt = run.verified();

    // then
    run.counted(1, 1);
    JsonNode attempts = receipt.path("attempts");
    int last = attempts.size() - 1;
    assertEquals("ACCEPTED", attempts.path(last).path("result").asText());
    for (int i = 0; i < last; i++) {
      assertEquals("NOT_SENT", attempts.path(i).path("result").asText());
      assertEquals("CONNECTION_REFUSED", attempts.path(i).path("detail").asText());
      Duration pause =
          Duration.between(
              time(attempts.path(i), "endedAt"), time(attempts.path(i + 1), "startedAt"));
      Duration least = Duration.ofMillis(250L << Math.min(i, 4));
      assertTrue(pause.compareTo(least) >= 0, "try " + (i + 2) + " came after " + pause);
    }
    assertEquals("POST", run.requests().getFirst().method(), "nothing was asked before the write");
  }

  private static Instant time(JsonNode attempt, String field) {
    return Instant.parse(attempt.path(field).asText());
  }
}
