package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.Showing;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.guarantee.Assumption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** K33 and K34: effects that are there in part, and effects that nobody can look at. */
@ExtendWith(CaseStage.Shared.class)
@Execution(ExecutionMode.CONCURRENT)
class Case33To34IT {
  private final CaseStage stage;

  Case33To34IT(CaseStage stage) {
    this.stage = stage;
  }

  static Stream<Arguments> parts() {
    return Stream.of(
        Arguments.of(List.of(), "as declared are none; not as declared are [/parts/0, /parts/1]"),
        Arguments.of(
            List.of("cover"), "as declared are [/parts/0]; not as declared are [/parts/1]"));
  }

  @ParameterizedTest
  @MethodSource("parts")
  void k33ShouldEscalateWithThePartsThatAreThereWhenSomeAreMissing(
      List<String> shown, String evidence) throws Exception {
    // given
    Reply created = Reply.status(201).body("{\"id\":\"{id}\",\"parts\":" + shown.size() + "}");
    CaseRun run =
        stage
            .operation("k33", "K33-" + shown.size())
            .script(
                Script.of(WriteStep.commit(created))
                    .showing(Showing.withFields(Map.of("parts", shown))));
    ObjectNode intent = withTwoParts(run.id());

    // when
    run.submit(intent);
    JsonNode operation = run.unresolved("PARTIAL_EFFECT", "READBACK");

    // then
    assertTrue(operation.path("message").asText().contains(evidence), operation.toPrettyString());
    assertEquals("PARTIAL", run.readbackDetails().getLast());
    JsonNode escalation = run.openEscalation();
    assertEquals("PARTIAL_EFFECT", escalation.path("reason").asText());
    assertTrue(escalation.path("known").asText().contains(evidence), escalation.toPrettyString());
    assertEquals(List.of("ACCEPTED NONE"), run.endings());
    new Redelivery(stage.onefold()).changesNothing(run, intent, 2);
    run.staysUntil(run.writtenAt(1).plusSeconds(8), 1, 1);
    assertEquals("UNRESOLVED", run.now().path("state").asText());
    assertRepairIsAnotherOperation(run);
  }

  /** Whoever repairs it asks for that under an ID of its own, with an approval of its own. */
  private void assertRepairIsAnotherOperation(CaseRun broken) {
    CaseRun repair = stage.operation("k33", broken.id() + "-repair").script(Script.ACCEPTING);
    repair.submit(withTwoParts(repair.id()));
    repair.verified();
    repair.counted(1, 1);
    broken.counted(1, 1);
    assertEquals("UNRESOLVED", broken.now().path("state").asText());
  }

  private static ObjectNode withTwoParts(String id) {
    ObjectNode payload = Intents.payload(id, "text of " + id);
    payload.putArray("parts").add("cover").add("appendix");
    return Intents.of("k33", id, payload);
  }

  @Test
  void k34ShouldWaitForAPersonWhenMailIsHandedOverAndTheLineDrops() throws Exception {
    // given
    CaseRun run =
        stage
            .operation("k34", "K34-1")
            .script(Script.of(WriteStep.commit(Reply.cut()), WriteStep.ACCEPT));

    // when
    run.submit().unresolved("NO_READBACK", "READBACK");
    new Redelivery(stage.onefold()).changesNothing(run, run.intent(), 10);

    // then
    run.counted(1, 1);
    assertEquals(List.of("UNKNOWN CONNECTION_LOST"), run.endings());
    JsonNode escalation = run.openEscalation();
    assertTellsAll(run, escalation);

    // when: this person cannot know, and is wrong
    stage.judge().breaks(run.id(), Assumption.REVIEWERS_ARE_TRUTHFUL);
    stage.onefold().client().review(run.id(), doNotResend(run.now().path("sequence").asLong()));
    JsonNode operation = run.when(seen -> seen.path("state").asText().equals("RESOLVED"));

    // then
    JsonNode receipt = operation.path("receipt");
    assertEquals("RESOLVED", receipt.path("outcome").asText());
    assertEquals("m.meier", receipt.path("reviewer").asText());
    assertEquals("not to be sent again", receipt.path("reviewReason").asText());
    assertEquals("REVIEWER", receipt.path("evidence").asText());
    new Redelivery(stage.onefold()).changesNothing(run, run.intent(), 2);
    run.staysUntil(run.writtenAt(1).plusSeconds(12), 1, 1);
    assertEquals(receipt, run.now().path("receipt"));
  }

  private static void assertTellsAll(CaseRun run, JsonNode escalation) {
    assertEquals("NO_READBACK", escalation.path("reason").asText());
    assertEquals("case-owner", escalation.path("owner").asText());
    assertEquals(run.intent().at("/approval/payloadHash"), escalation.path("payloadHash"));
    assertEquals(run.now().path("attempts").size(), escalation.path("attempts").size());
    JsonNode attempt = escalation.path("attempts").path(escalation.path("attempts").size() - 1);
    assertEquals("UNKNOWN", attempt.path("result").asText());
    assertEquals("CONNECTION_LOST", attempt.path("detail").asText());
    assertTrue(attempt.has("idempotencyKey"), "says that there was no key: " + attempt);
    Set<String> allowed = new HashSet<>();
    escalation.path("decisions").forEach(one -> allowed.add(one.path("action").asText()));
    assertTrue(
        allowed.containsAll(Set.of("CONFIRM_DONE", "CONFIRM_NOT_DONE")), escalation.toString());
  }

  private static ObjectNode doNotResend(long sequence) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("action", "CONFIRM_NOT_DONE")
        .put("reason", "not to be sent again")
        .put("reviewer", "m.meier")
        .put("sequence", sequence);
  }

  @Test
  void k34ShouldNeverCallItVerifiedWhenOnlyTheAcceptanceIsKnown() throws Exception {
    // given
    CaseRun run =
        stage
            .operation("k34", "K34-2")
            .script(
                Script.of(
                    WriteStep.commit(Reply.status(202).body("{\"id\":\"{id}\"}")),
                    WriteStep.ACCEPT));

    // when
    List<CaseRun.Sample> samples = run.submit().sampledUntilEnd();
    run.unresolved("NO_READBACK", "READBACK");
    new Redelivery(stage.onefold()).changesNothing(run, run.intent(), 10);

    // then
    run.staysUntil(run.writtenAt(1).plusSeconds(12), 1, 1);
    assertEquals("UNRESOLVED", run.now().path("state").asText());
    assertTrue(run.now().path("receipt").isNull(), run.now().toPrettyString());
    assertTrue(
        samples.stream().noneMatch(sample -> sample.state().equals("VERIFIED")),
        samples.toString());
    assertTrue(run.endings().getFirst().startsWith("ACCEPTED"), run.endings().toString());
    assertEquals(1, run.endings().size());
  }
}
