package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.simulated.ReadFault;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.Showing;
import io.onefold.connector.simulated.WriteStep;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** K01 to K05: what an answer, or none, does and does not tell. */
@ExtendWith(CaseStage.Shared.class)
@Execution(ExecutionMode.CONCURRENT)
class Case01To05IT {
  private static final Duration SETTLE_OF_4 = Duration.ofSeconds(4);

  private final CaseStage stage;

  Case01To05IT(CaseStage stage) {
    this.stage = stage;
  }

  @Test
  void k01ShouldReadBackWhenAnswerComesTooLate() {
    // given
    Reply late = Reply.status(201).after(Duration.ofSeconds(10));
    CaseRun run =
        stage
            .operation("k01", "K01")
            .script(Script.of(WriteStep.commit(Duration.ofMillis(300), late), WriteStep.ACCEPT));

    // when
    JsonNode receipt = run.submit().verified();

    // then
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals(List.of("UNKNOWN TIMEOUT"), run.endings());
    assertTrue(
        CaseRun.time(receipt, "/readback/at").isAfter(CaseRun.time(receipt, "/attempts/0/endedAt")),
        receipt.toPrettyString());
    run.staysUntil(run.writtenAt(1).plusSeconds(11), 1, 1);
  }

  @ParameterizedTest
  @CsvSource({"K02-html, <html><body>504 Gateway Time-out</body></html>", "K02-empty, ''"})
  void k02ShouldReadBackWhenGatewayAnswers504AndKeyIsKnownLate(String id, String body) {
    // given
    Reply gateway =
        Reply.status(504)
            .header("Content-Type", "text/html")
            .body(body)
            .after(Duration.ofSeconds(1));
    CaseRun run =
        stage
            .operation("k02", id)
            .script(
                Script.of(
                        WriteStep.commit(Duration.ofMillis(200), gateway),
                        WriteStep.commit(Reply.status(201)))
                    .reading(ReadFault.nothingYet(1))
                    .showing(Showing.lagging(Duration.ofSeconds(3))));

    // when
    JsonNode receipt = run.submit().verified();

    // then
    run.counted(1, 1);
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals(List.of("UNKNOWN SERVER_ERROR"), run.endings());
    assertTrue(run.readbackResults().contains("NOT_FOUND"), run.now().toPrettyString());
    assertEquals("FOUND", run.readbackResults().getLast());
  }

  @Test
  void k03ShouldRejectWhenBodyOf200CarriesPermanentError() {
    // given
    Reply no = Reply.status(200).body("{\"ok\":false,\"error\":\"channel_archived\"}");
    CaseRun run = stage.operation("k03", "K03-1").script(Script.of(WriteStep.refuse(no)));

    // when
    JsonNode operation = run.submit().rejected("REJECTED_BY_DESTINATION", "WRITE_REQUEST");

    // then
    assertTrue(operation.path("message").asText().contains("channel_archived"));
    JsonNode receipt = operation.path("receipt");
    assertEquals("REJECTED", receipt.path("outcome").asText());
    assertEquals("REJECTED_BY_DESTINATION", receipt.path("reason").asText());
    assertTrue(receipt.path("message").asText().contains("channel_archived"));
    assertEquals(List.of("REFUSED REJECTED_BY_DESTINATION"), run.endings());
    assertEquals(List.of("NOT_FOUND"), run.readbackResults());
    run.staysUntil(run.writtenAt(1).plusSeconds(8), 0, 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "K03-2; {\"ok\":false,\"error\":\"internal_error\"}",
        "K03-without-id; {\"ok\":true}",
        "K03-empty; {}"
      })
  void k03ShouldSendAgainOnlyAfterSettleWhenBodyOf200LeavesItOpen(String id, String body) {
    // given
    CaseRun run =
        stage
            .operation("k03", id)
            .script(
                Script.of(
                    WriteStep.refuse(Reply.status(200).body(body)),
                    WriteStep.commit(Reply.status(200).body("{\"ok\":true,\"id\":\"{id}\"}"))));

    // when
    JsonNode receipt = run.submit().verified();

    // then
    run.counted(1, 2);
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertTrue(run.endings().getFirst().startsWith("UNKNOWN "), run.endings().toString());
    assertEquals("ACCEPTED NONE", run.endings().getLast());
    run.wroteNotBefore(2, SETTLE_OF_4);
  }

  @Test
  void k04ShouldWaitForTheResultWhenAnswerOnlyPromisesIt() {
    // given
    Duration done = Duration.ofSeconds(4);
    CaseRun run =
        stage
            .operation("k04", "K04-1")
            .script(Script.of(WriteStep.commit(done, Reply.status(202))).job(done, true));

    // when
    List<CaseRun.Sample> samples = run.submit().sampledUntilEnd();

    // then
    JsonNode receipt = run.verified();
    run.counted(1, 1);
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals(List.of("ACCEPTED_LATER NONE"), run.endings());
    for (CaseRun.Sample sample : samples) {
      assertFalse(
          sample.state().equals("VERIFIED") && sample.at().isBefore(run.writtenAt(1).plus(done)),
          samples.toString());
    }
    assertTrue(samples.size() > 4, "the wait must be visible: " + samples);
  }

  @Test
  void k04ShouldRejectWhenPromisedJobFails() {
    // given
    CaseRun run =
        stage
            .operation("k04", "K04-2")
            .script(
                Script.of(WriteStep.refuse(Reply.status(202))).job(Duration.ofSeconds(4), false));

    // when
    JsonNode operation = run.submit().rejected("ASYNC_FAILED", "WRITE_REQUEST");

    // then
    assertEquals("ASYNC_FAILED", operation.at("/receipt/reason").asText());
    assertEquals(List.of("ACCEPTED_LATER NONE"), run.endings());
    run.staysUntil(run.writtenAt(1).plusSeconds(12), 0, 1);
  }

  @Test
  void k05ShouldNotBelieve207WhenNothingWasStored() {
    // given
    Reply each = Reply.status(207).body("{\"results\":[{\"ref\":\"{ref}\",\"status\":201}]}");
    CaseRun run =
        stage
            .operation("k05", "K05")
            .script(Script.of(WriteStep.refuse(each), WriteStep.commit(Reply.status(201))));

    // when
    JsonNode receipt = run.submit().verified();

    // then
    run.counted(1, 2);
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals(List.of("UNKNOWN ANSWER_WITHOUT_ID", "ACCEPTED NONE"), run.endings());
    run.wroteNotBefore(2, SETTLE_OF_4);
    assertTrue(
        CaseRun.time(receipt, "/readback/at").isAfter(run.writtenAt(2)), receipt.toPrettyString());
  }
}
