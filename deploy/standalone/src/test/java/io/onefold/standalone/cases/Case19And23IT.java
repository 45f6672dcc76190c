package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.standalone.client.OnefoldClient;
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
  @CsvSource({"k19, K19-2, 401, unauthorized", "k19-forbidden, K19-3, 403, permission revoked"})
  void k19ShouldSendNothingMoreWhenCredentialsAreRefused(
      String contract, String id, int status, String text) {
    // given
    Reply no = Reply.status(status).body("{\"error\":\"" + text + "\"}");
    CaseRun run =
        stage
            .operation(contract, "k19", id)
            .script(Script.of(WriteStep.refuse(no), WriteStep.commit(Reply.status(201))));
    CaseRun next = stage.operation(contract, "k19", id + "-next").script(Script.ACCEPTING);

    // when
    JsonNode operation = run.submit().unresolved("AUTHORIZATION", "PROVIDER_AUTHORIZATION");

    // then
    run.counted(0, 1);
    assertEquals(List.of("REFUSED AUTHORIZATION"), run.endings());
    assertEquals(1, operation.path("token").asInt());
    assertEscalated(run, "AUTHORIZATION");

    // and when: another operation comes, and the destination would accept both
    assertHeld(next.submit(), id);
    assertWaitsForADecision(run, 0, 1);
    assertHeld(next, id);
    run.review("AUTHORISE_RETRY", PERSON);

    // then
    run.when(seen -> seen.path("state").asText().equals("VERIFIED"));
    run.counted(1, 2);
    assertEquals(List.of("REFUSED AUTHORIZATION", "ACCEPTED NONE"), run.endings());
    assertDecidedBy(run);
    run.staysWhenDeliveredAgain();

    // and the other one has followed by itself
    next.verified();
    next.counted(1, 1);
  }

  /** READY without a write, and it says why. */
  private static void assertHeld(CaseRun run, String because) {
    // A partition that refused by itself holds at once, and tells the cause when it has learned it.
    JsonNode held =
        run.when(seen -> seen.at("/next/what").asText().contains("operation " + because));
    assertEquals("READY", held.path("state").asText(), held.toPrettyString());
    assertTrue(
        held.at("/next/what").asText().startsWith("held because destination"),
        held.toPrettyString());
    run.counted(0, 0);
  }

  @Test
  void k19ShouldTryOneOperationFirstWhenTheDestinationIsResumed() {
    // given a destination that was suspended, and two operations that wait for it
    Script forbidden = Script.of(WriteStep.refuse(Reply.status(401)));
    CaseRun refused = stage.operation("k19-repaired", "k19", "K19-4").script(forbidden);
    refused.submit().unresolved("AUTHORIZATION", "PROVIDER_AUTHORIZATION");
    CaseRun stillWrong = stage.operation("k19-repaired", "k19", "K19-5").script(forbidden);
    assertHeld(stillWrong.submit(), refused.id());
    CaseRun right = stage.operation("k19-repaired", "k19", "K19-6").script(Script.ACCEPTING);
    assertHeld(right.submit(), refused.id());
    OnefoldClient client = stage.onefold().client();

    // when it is resumed too early
    JsonNode began = client.resume("k19-repaired", because("repaired, I think"));

    // then the operation that has waited longest has gone first, and the other waits on
    assertEquals("TESTING", began.path("state").asText(), began.toString());
    assertEquals(stillWrong.id(), began.at("/test/operationId").asText());
    stillWrong.unresolved("AUTHORIZATION", "PROVIDER_AUTHORIZATION");
    right.when(seen -> seen.at("/next/what").asText().contains("is suspended"));
    await().atMost(LONG).until(() -> state(client).equals("SUSPENDED"));
    right.counted(0, 0);
    JsonNode suspended = client.destination("k19-repaired").orElseThrow();
    assertEquals(1, suspended.at("/held/count").asInt(), suspended.toPrettyString());
    assertTrue(
        suspended.at("/suspension/lastTest").asText().contains(stillWrong.id()),
        suspended.toPrettyString());

    // and when it is repaired
    client.resume("k19-repaired", because("repaired").put("operation", right.id()));

    // then
    right.verified();
    right.counted(1, 1);
    await().atMost(LONG).until(() -> state(client).equals("OPEN"));
    refused.counted(0, 1);
    stillWrong.counted(0, 1);
  }

  private static String state(OnefoldClient client) {
    return client.destination("k19-repaired").orElseThrow().path("state").asText();
  }

  private static ObjectNode because(String reason) {
    return JsonNodeFactory.instance.objectNode().put("reason", reason).put("reviewer", PERSON);
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
