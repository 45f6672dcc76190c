package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.WriteStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** K19 and K23: the destination says who may write, and what. */
@ExtendWith(CaseStage.Shared.class)
@Execution(ExecutionMode.CONCURRENT)
class Case19And23IT {
  /** Longer than settle, the retry delays and a lease together: whatever goes by time has gone. */
  private static final Duration LONG = Duration.ofSeconds(12);

  private static final String PERSON = "m.reviewer";

  private final CaseStage stage;

  Case19And23IT(CaseStage stage) {
    this.stage = stage;
  }

  @Test
  void k19ShouldSendNothingWhenCredentialsBelongToAnotherEnvironment() {
    // given
    CaseRun run = stage.operation("k19-test", "K19-1").script(Script.ACCEPTING);

    // when
    JsonNode operation = run.submit().unresolved("IDENTITY_MISMATCH", "PROVIDER_AUTHORIZATION");

    // then
    run.counted(0, 0);
    assertEquals(List.of("REFUSED IDENTITY_MISMATCH"), run.endings());
    assertTrue(operation.path("message").asText().contains("/env is `test`"), operation.toString());
    assertEscalated(run, "IDENTITY_MISMATCH");

    // and when
    run.destination().provider().identify(Map.of("account", "acme", "env", "live"));
    assertWaitsForADecision(run, 0, 0);
    run.review("AUTHORISE_RETRY", PERSON);

    // then
    run.when(seen -> seen.path("state").asText().equals("VERIFIED"));
    run.counted(1, 1);
    assertDecidedBy(run);
    run.staysWhenDeliveredAgain();
  }

  @ParameterizedTest
  @CsvSource({"K19-2, 401, unauthorized", "K19-3, 403, permission revoked"})
  void k19ShouldSendNothingMoreWhenCredentialsAreRefused(String id, int status, String text) {
    // given
    Reply no = Reply.status(status).body("{\"error\":\"" + text + "\"}");
    CaseRun run =
        stage
            .operation("k19", id)
            .script(Script.of(WriteStep.refuse(no), WriteStep.commit(Reply.status(201))));

    // when
    JsonNode operation = run.submit().unresolved("AUTHORIZATION", "PROVIDER_AUTHORIZATION");

    // then
    run.counted(0, 1);
    assertEquals(List.of("REFUSED AUTHORIZATION"), run.endings());
    assertEquals(1, operation.path("token").asInt());
    assertEscalated(run, "AUTHORIZATION");

    // and when: from now on the destination would accept
    assertWaitsForADecision(run, 0, 1);
    run.review("AUTHORISE_RETRY", PERSON);

    // then
    run.when(seen -> seen.path("state").asText().equals("VERIFIED"));
    run.counted(1, 2);
    assertEquals(List.of("REFUSED AUTHORIZATION", "ACCEPTED NONE"), run.endings());
    assertDecidedBy(run);
    run.staysWhenDeliveredAgain();
  }

  private static void assertEscalated(CaseRun run, String reason) {
    JsonNode escalation = run.openEscalation();
    assertEquals(reason, escalation.path("reason").asText(), escalation.toPrettyString());
    assertEquals("PROVIDER_AUTHORIZATION", escalation.path("firstBrokenStage").asText());
    assertEquals("case-owner", escalation.path("owner").asText());
    assertTrue(escalation.toString().contains("AUTHORISE_RETRY"), escalation.toPrettyString());
  }

  /** Neither the same intent again nor time makes it go on. */
  private static void assertWaitsForADecision(CaseRun run, int effects, int writes) {
    run.staysWhenDeliveredAgain();
    run.staysUntil(Instant.now().plus(LONG), effects, writes);
    assertEquals("UNRESOLVED", run.now().path("state").asText());
  }

  private static void assertDecidedBy(CaseRun run) {
    assertTrue(
        run.journal().stream()
            .map(JsonNode::toString)
            .anyMatch(event -> event.contains(PERSON) && event.contains("AUTHORISE_RETRY")),
        () -> "no decision of " + PERSON + " in " + run.journal());
  }

  @Test
  void k23ShouldRejectWhenEqualContentOfAnotherOperationIsRefused() {
    // given
    CaseRun first = stage.operation("k23", "K23-op1").script(Script.ACCEPTING);
    CaseRun second = stage.operation("k23", "K23-op2").script(Script.ACCEPTING);
    String text = "the same wording";
    JsonNode receipt = submitted(first, text).verified();

    // when
    JsonNode rejected =
        submitted(second, text).rejected("REJECTED_BY_DESTINATION", "WRITE_REQUEST");

    // then
    first.counted(1, 1);
    second.counted(0, 1);
    String stored = first.effects().getFirst().id();
    assertEquals(stored, receipt.path("providerId").asText());
    assertEquals(List.of("REFUSED REJECTED_BY_DESTINATION"), second.endings());
    assertEquals(List.of("NOT_FOUND"), second.readbackResults());
    assertTrue(rejected.path("message").asText().contains("duplicate_content"));
    assertEquals("REJECTED", rejected.at("/receipt/outcome").asText());
    assertTrue(rejected.at("/receipt/message").asText().contains("duplicate_content"));
    assertNotEquals(stored, rejected.at("/receipt/providerId").asText());

    // and when
    for (CaseRun run : List.of(first, second)) {
      assertEquals(
          "duplicate", run.submit(intent(run, text)).path("disposition").asText(), run.id());
    }

    // then
    second.staysUntil(Instant.now().plus(LONG), 0, 1);
    first.counted(1, 1);
    assertEquals(rejected.path("receipt"), second.now().path("receipt"));
    assertEquals(receipt, first.now().path("receipt"));
  }

  private static CaseRun submitted(CaseRun run, String text) {
    return run.submitted(run.submit(intent(run, text)));
  }

  private static ObjectNode intent(CaseRun run, String text) {
    return Intents.of("k23", run.id(), text);
  }
}
