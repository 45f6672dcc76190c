package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.simulated.ReadFault;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.SeenWrite;
import io.onefold.connector.simulated.Showing;
import io.onefold.connector.simulated.WriteStep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** K11 to K14: keys that protect or do not, and readbacks that lag behind. */
@ExtendWith(CaseStage.Shared.class)
@Execution(ExecutionMode.CONCURRENT)
class Case11To14IT {
  private static final Duration COMMIT = Duration.ofMillis(300);

  private final CaseStage stage;

  Case11To14IT(CaseStage stage) {
    this.stage = stage;
  }

  @Test
  void k11ShouldReplayUnderTheSameKeyWhenFirstCallStillRuns() {
    // given
    Duration runs = Duration.ofSeconds(4);
    CaseRun run =
        stage
            .operation("k11", "K11")
            .script(Script.of(WriteStep.commit(runs, Reply.status(201).after(runs))));

    // when
    JsonNode receipt = run.submit().verified();

    // then
    assertEquals(1, run.effects().size());
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals("id", receipt.at("/readback/method").asText());
    List<String> endings = run.endings();
    assertEquals("UNKNOWN TIMEOUT", endings.getFirst());
    // A machine too busy to replay while the first call runs has not met the 409.
    boolean stillRan = run.writtenAt(2).isBefore(run.writtenAt(1).plus(runs));
    assertEquals(stillRan, endings.contains("UNKNOWN KEY_IN_FLIGHT"), endings.toString());
    assertEquals("ACCEPTED NONE", endings.getLast());
    assertEquals(endings.size(), run.writes().size());
    assertSameKeyAndBytes(run.writes());
  }

  private static void assertSameKeyAndBytes(List<SeenWrite> writes) {
    assertTrue(writes.getFirst().key().isPresent(), writes.toString());
    for (SeenWrite write : writes) {
      assertEquals(writes.getFirst().key(), write.key(), writes.toString());
      assertEquals(writes.getFirst().bodyHash(), write.bodyHash(), writes.toString());
    }
  }

  @Test
  void k12ShouldKeepKeyAndBytesWhenSubmittedAgainWithOtherTraceWhileUnknown() {
    // given
    Script unheard =
        Script.of(
            WriteStep.commit(COMMIT, new Reply.Silence()), WriteStep.commit(Reply.status(201)));
    CaseRun first = stage.operation("k12", "K12-op1").script(unheard);
    first.submit().when(seen -> seen.path("state").asText().equals("CLAIMED"));

    // when
    ObjectNode again = first.intent();
    again.put("issuedAt", "2026-01-01T00:00:00Z");
    again.putObject("attributes").put("trace", "another");
    JsonNode answer = first.submit(again);
    JsonNode receipt = first.verified();
    CaseRun second = stage.operation("k12-second", "k12", "K12-op2").script(Script.ACCEPTING);
    second.submit().verified();

    // then
    assertEquals("duplicate", answer.path("disposition").asText(), answer.toString());
    first.counted(1, 2);
    assertEquals(first.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals(List.of("UNKNOWN TIMEOUT", "ACCEPTED NONE"), first.endings());
    assertSameKeyAndBytes(first.writes());
    second.counted(1, 1);
    assertNotEquals(first.writes().getFirst().key(), second.writes().getFirst().key());
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 422})
  void k12ShouldEscalateWhenReplayIsAnsweredAsOtherContent(int status) {
    // given
    Reply mismatch = Reply.status(status).body("{\"code\":\"idempotency_key_reused\"}");
    CaseRun run =
        stage
            .operation("k12", "K12-mismatch-" + status)
            .script(
                Script.of(
                        WriteStep.commit(COMMIT, new Reply.Silence()),
                        WriteStep.refuse(mismatch),
                        WriteStep.ACCEPT)
                    .ignoringKeys());

    // when
    JsonNode operation = run.submit().end();

    // then
    assertEquals("UNRESOLVED", operation.path("state").asText(), operation.toPrettyString());
    assertEquals("PAYLOAD_CONFLICT", operation.path("reason").asText());
    assertEquals(List.of("UNKNOWN TIMEOUT", "UNKNOWN KEY_MISMATCH"), run.endings());
    assertSameKeyAndBytes(run.writes());
    run.staysUntil(run.writtenAt(2).plusSeconds(10), 1, 2);
  }

  @Test
  void k13ShouldReadBackBeforeAnyReplayWhenKeyIsIgnored() {
    // given
    CaseRun run =
        stage
            .operation("k13", "K13")
            .script(Script.of(WriteStep.commit(new Reply.Silence())).ignoringKeys());
    ObjectNode payload = Intents.payload(run.id(), "scheduled");
    payload.put("scheduledAt", "2027-01-01T09:00:00Z");

    // when
    JsonNode answer = run.submit(Intents.of("k13", run.id(), payload));
    JsonNode receipt = run.verified();

    // then
    assertEquals("accepted", answer.path("disposition").asText());
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals(Optional.of(run.id()), run.writes().getFirst().key());
    assertEquals(List.of("UNKNOWN TIMEOUT"), run.endings());
    run.staysUntil(run.writtenAt(1).plusSeconds(12), 1, 1);
  }

  @Test
  void k14ShouldReadBackByIdWhenSearchLagsBehind() {
    // given
    CaseRun run =
        stage
            .operation("k14", "K14-1")
            .script(
                Script.of(WriteStep.commit(Reply.status(201).after(COMMIT)), WriteStep.ACCEPT)
                    .showing(Showing.lagging(Duration.ofSeconds(5))));

    // when
    JsonNode receipt = run.submit().verified();

    // then
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals("id", receipt.at("/readback/method").asText());
    run.staysUntil(run.writtenAt(1).plusSeconds(12), 1, 1);
  }

  @Test
  void k14ShouldNotTakeEmptySearchForProofWhenItLagsBehind() {
    // given
    CaseRun run =
        stage
            .operation("k14", "K14-2")
            .script(
                Script.of(WriteStep.commit(COMMIT, new Reply.Silence()), WriteStep.ACCEPT)
                    .reading(ReadFault.nothingYet(2))
                    .showing(Showing.lagging(Duration.ofSeconds(5))));

    // when
    JsonNode receipt = run.submit().verified();

    // then
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals("reference", receipt.at("/readback/method").asText());
    List<String> seen = run.readbackResults();
    assertTrue(seen.stream().filter("NOT_FOUND"::equals).count() > 1, seen.toString());
    assertEquals("FOUND", seen.getLast());
    assertTrue(
        !CaseRun.time(receipt, "/readback/at").isBefore(run.writtenAt(1).plusSeconds(5)),
        receipt.toPrettyString());
    run.staysUntil(run.writtenAt(1).plusSeconds(12), 1, 1);
  }
}
