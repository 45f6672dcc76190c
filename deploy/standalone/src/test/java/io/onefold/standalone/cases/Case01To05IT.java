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

/** K01 to K05: what the destination's answer does and does not tell. */
@ExtendWith(CaseStage.Shared.class)
@Execution(ExecutionMode.CONCURRENT)
class Case01To05IT {
  private final CaseStage stage;

  Case01To05IT(CaseStage stage) {
    this.stage = stage;
  }

  @Test
  void k01ShouldReadBackWhenAnswerComesTooLate() {
    // given
    CaseRun run =
        stage
            .operation("k01", "K01")
            .script(
                Script.of(
                    WriteStep.commit(
                        Duration.ofMillis(300), Reply.status(201).after(Duration.ofSeconds(10))),
                    WriteStep.ACCEPT));

    // when
    JsonNode receipt = run.submit().verified();

    // then
    run.counted(1, 1);
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals("UNKNOWN", receipt.at("/attempts/0/result").asText());
    assertEquals("TIMEOUT", receipt.at("/attempts/0/detail").asText());
    assertTrue(
        Instant.parse(receipt.at("/readback/at").asText())
            .isAfter(Instant.parse(receipt.at("/attempts/0/endedAt").asText())),
        receipt.toPrettyString());
  }
}
