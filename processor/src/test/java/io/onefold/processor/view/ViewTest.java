package io.onefold.processor.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.Evidence;
import io.onefold.operation.Observation;
import io.onefold.operation.OperationInput;
import io.onefold.operation.OperationInput.ClaimRequested;
import io.onefold.operation.OperationInput.HolderDied;
import io.onefold.operation.OperationInput.IntervalsRestarted;
import io.onefold.operation.OperationInput.ReadbackReported;
import io.onefold.operation.OperationInput.SendReported;
import io.onefold.operation.OperationInput.TimerFired;
import io.onefold.operation.Origin;
import io.onefold.operation.SendReport;
import io.onefold.operation.Timers;
import io.onefold.operation.Worker;
import io.onefold.processor.FakeLedger;
import io.onefold.processor.Fixtures;
import io.onefold.schema.IntentJson;
import io.onefold.schema.OperationEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What callers see of an operation on its way. */
class ViewTest {
  private static final String ID = "campaign|site|post";
  private static final String CLAIM = "claim-1";
  private static final Worker WORKER = new Worker("w-1", 3);
  private static final Origin ORIGIN = new Origin("onefold.provider-events", 0, 7);

  private final FakeLedger ledger = new FakeLedger();
  private Instant now = Instant.now();

  @BeforeEach
  void submit() {
    byte[] json = Fixtures.approved(ID).toString().getBytes(StandardCharsets.UTF_8);
    Origin unused = ledger.append(new IntentJson().parse(json));
    now = Instant.now();
  }

  private JsonNode after(OperationInput input) {
    return render(ledger.feed(ID, input));
  }

  // Through text and back, as a caller gets it.
  private static JsonNode render(StoredOperation stored) {
    return Fixtures.parse(OperationView.render(stored, Optional.empty()).toString());
  }

  private JsonNode claimed() {
    return after(new ClaimRequested(now, ORIGIN, 1, CLAIM, WORKER, true));
  }

  private JsonNode unknown() {
    claimed();
    return after(
        new SendReported(
            now,
            ORIGIN,
            1,
            CLAIM,
            WORKER,
            new SendReport(
                SendReport.Result.UNKNOWN,
                SendReport.Detail.TIMEOUT,
                "no answer within 20 s",
                Optional.of(now),
                now,
                Optional.of("key-1"),
                Evidence.NONE,
                Optional.empty(),
                Optional.empty())));
  }

  private Observation seen(Observation.Kind kind) {
    return new Observation(
        kind,
        "id",
        true,
        1,
        Optional.of("17"),
        Optional.of("https://blog.example/17"),
        Optional.of("sha256:" + "1".repeat(64)),
        List.of("trim"),
        "found by id",
        now);
  }

  @Test
  void shouldSayWhoIsWaitedForWhenReady() {
    // when
    JsonNode json = render(ledger.find(ID).orElseThrow());

    // then
    assertEquals("READY", json.path("state").asText());
    assertEquals(1, json.path("token").asInt());
    assertEquals("blog", json.path("destination").path("id").asText());
    assertEquals("http", json.path("destination").path("connector").asText());
    assertTrue(json.path("next").path("what").asText().contains("pool 'default'"));
    assertTrue(json.path("next").path("at").asText().endsWith("Z"));
    assertTrue(json.path("receipt").isNull());
    assertFalse(json.toString().contains("launch-post"), "no payload is shown");
  }

  @Test
  void shouldShowTheAttemptWhenClaimed() {
    // when
    JsonNode json = claimed();

    // then
    JsonNode attempt = json.path("attempts").path(0);
    assertEquals("CLAIMED", json.path("state").asText());
    assertEquals("w-1/3", attempt.path("worker").asText());
    assertTrue(attempt.path("result").isNull());
    assertTrue(json.path("next").path("what").asText().contains("'w-1'"));
  }

  @Test
  void shouldShowTheReadbackWhenTheOutcomeIsUnknown() {
    // when
    JsonNode json = unknown();

    // then
    assertEquals("COMMIT_UNKNOWN", json.path("state").asText());
    assertEquals("UNKNOWN", json.path("attempts").path(0).path("result").asText());
    assertEquals("TIMEOUT", json.path("attempts").path(0).path("detail").asText());
    assertEquals("key-1", json.path("attempts").path(0).path("idempotencyKey").asText());
    assertEquals(1, json.path("readbacks").path(0).path("number").asInt());
    assertTrue(json.path("readbacks").path(0).path("observedAt").isNull());
    assertTrue(json.path("next").path("what").asText().contains("asked"), json.toString());
  }

  @Test
  void shouldShowTheReceiptWhenVerified() {
    // given
    unknown();

    // when
    JsonNode json =
        after(new ReadbackReported(now, ORIGIN, 1, 1, seen(Observation.Kind.NORMALISED)));

    // then
    JsonNode receipt = json.path("receipt");
    assertEquals("VERIFIED", json.path("state").asText());
    assertTrue(json.path("next").isNull());
    assertTrue(json.path("reason").isNull());
    assertEquals("VERIFIED", receipt.path("outcome").asText());
    assertEquals("17", receipt.path("providerId").asText());
    assertEquals("READBACK", receipt.path("evidence").asText());
    assertEquals("FOUND", receipt.path("readback").path("result").asText());
    assertEquals("id", receipt.path("readback").path("method").asText());
    assertEquals("[\"trim\"]", receipt.path("normalisers").toString());
    assertEquals("j.doe", receipt.path("policyDecision").path("by").asText());
    assertEquals(json.path("sequence"), receipt.path("journalSequence"));
    assertEquals(64, receipt.path("chain").asText().length());
  }

  @Test
  void shouldNameReasonStageAndDecisionsWhenUnresolved() {
    // given
    unknown();

    // when
    JsonNode json = after(new ReadbackReported(now, ORIGIN, 1, 1, seen(Observation.Kind.MISMATCH)));

    // then
    assertEquals("UNRESOLVED", json.path("state").asText());
    assertEquals("CONTENT_MISMATCH", json.path("reason").asText());
    assertEquals("READBACK", json.path("firstBrokenStage").asText());
    assertTrue(json.path("next").path("what").asText().contains("CONFIRM_DONE"));
    assertTrue(json.path("next").path("at").isNull());
  }

  @Test
  void shouldRenderEveryInputWhenTheJournalHasIt() {
    // given
    unknown();
    after(new TimerFired(now, new Origin(Origin.TIMER, 0, -1), Timers.Kind.READBACK, 1));
    after(new IntervalsRestarted(now, new Origin(Origin.LEDGER, 0, -1)));
    after(new HolderDied(now, ORIGIN, new Worker("w-1", 4), Optional.of("gone")));
    after(new ReadbackReported(now, ORIGIN, 1, 1, seen(Observation.Kind.MATCH)));

    // when
    List<JsonNode> events = ledger.events(ID, 0, 0).stream().map(ViewTest::rendered).toList();

    // then
    assertEquals(
        List.of(
            "IntentSubmitted",
            "ClaimRequested",
            "SendReported",
            "TimerFired",
            "IntervalsRestarted",
            "HolderDied",
            "ReadbackReported"),
        events.stream().map(event -> event.path("input").path("type").asText()).toList());
    assertEquals("GrantClaim", events.get(1).path("step").path("type").asText());
    assertEquals("w-1/3", events.get(1).path("input").path("worker").asText());
    assertEquals("TIMEOUT", events.get(2).path("input").path("report").path("detail").asText());
    assertEquals("READBACK", events.get(3).path("input").path("timer").asText());
    assertEquals("gone", events.get(5).path("input").path("fencedBecause").asText());
    assertEquals("FOUND", events.get(6).path("input").path("observation").path("result").asText());
    assertEquals("READBACK", events.get(6).path("step").path("evidence").asText());
    assertEquals("COMMIT_UNKNOWN", events.get(6).path("before").asText());
    assertEquals("VERIFIED", events.get(6).path("after").asText());
    assertEquals(64, events.get(6).path("chain").asText().length());
  }

  private static JsonNode rendered(OperationEvent event) {
    return Fixtures.parse(EventView.render(event).toString());
  }
}
