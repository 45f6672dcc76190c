package io.onefold.topology;

import static io.onefold.topology.LedgerDriver.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.Command;
import io.onefold.schema.Escalation;
import io.onefold.schema.Grant;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Readback;
import io.onefold.schema.Receipt;
import io.onefold.schema.Send;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.state.StoreBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stories of one operation from the intent to the receipt, through the real topology. */
class OperationTopologyTest {
  private static final String ID = "campaign|website|launch-post";
  private static final Duration LEASE = Duration.ofSeconds(60);
  private static final Duration SETTLE = Duration.ofSeconds(90);

  private final LedgerDriver ledger = LedgerDriver.start();

  @AfterEach
  void close() {
    ledger.close();
  }

  @Test
  void shouldBeWiredAsTheStoredDescriptionSays() throws IOException {
    // given
    String stored;
    try (InputStream in = getClass().getResourceAsStream("topology.txt")) {
      stored = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    LedgerParts parts =
        LedgerParts.of(
            LedgerDriver.TOPICS,
            new Policies(LedgerDriver.destinations()),
            1,
            LedgerDriver.IDS,
            LedgerClock.ofMachine());

    // when
    String described = OperationTopology.build(parts).describe().toString();

    // then
    assertEquals(stored.strip(), described.strip());
  }

  @Test
  void shouldKeepWholeStatesForEverWhenChangelogsAreMade() {
    // given
    LedgerParts parts =
        LedgerParts.of(
            LedgerDriver.TOPICS,
            new Policies(LedgerDriver.destinations()),
            1,
            LedgerDriver.IDS,
            LedgerClock.ofMachine());

    // when
    Set<StoreBuilder<?>> stores = new OperationTopology.Supplier(parts).stores();

    // then
    assertEquals(3, stores.size());
    stores.forEach(
        store ->
            assertEquals(
                Map.of("cleanup.policy", "compact", "max.message.bytes", "4194304"),
                store.logConfig(),
                store.name()));
  }

  @Test
  void shouldOfferFirstAttemptWhenIntentIsAdmitted() {
    // given
    Sent intent = Sent.intent(ID);

    // when
    ledger.pipe(intent);

    // then
    List<Command> commands = ledger.commands();
    assertEquals(1, commands.size());
    Command command = commands.get(0);
    assertEquals(ID, command.getOperationId());
    assertEquals("blog", command.getDestination());
    assertEquals(
        LedgerDriver.destinations().find("blog").orElseThrow().hash(), command.getContractHash());
    assertEquals(START.toEpochMilli(), command.getIssuedAtMs());
    assertEquals(new Send(1), command.getOrder());
    assertEquals("READY", ledger.journal().get(0).getStateAfter());
  }

  @Test
  void shouldSendCommandsToThePoolOfTheDestination() {
    // given
    Sent intent = Sent.intent(ID, "press", "ink", i -> i.setApproval(null));

    // when
    ledger.pipe(intent);

    // then
    assertEquals(
        List.of(new Send(1)), ledger.commands("presses").stream().map(Command::getOrder).toList());
    assertTrue(ledger.commands().isEmpty());
  }

  @Test
  void shouldGrantOnceWithPayloadWhenClaimed() {
    // given
    ledger.pipe(Sent.intent(ID));
    ledger.orders();

    // when
    ledger.pipe(Sent.claim(ID, 1, "c-1"));
    ledger.pipe(Sent.claim(ID, 1, "c-2"));

    // then
    List<Object> orders = ledger.orders();
    assertEquals(1, orders.size());
    Grant grant = assertInstanceOf(Grant.class, orders.get(0));
    assertEquals(1, grant.getToken());
    assertEquals("c-1", grant.getClaimId());
    assertEquals(LEASE.toMillis(), grant.getLeaseMs());
    assertEquals(
        "{\"title\":\"Launch\"}", StandardCharsets.UTF_8.decode(grant.getPayload()).toString());
    assertEquals("launch-post", grant.getAttributes().get("slug"));
    assertEquals("application/json", grant.getContentType());
    assertEquals("publish", grant.getAction());
    assertEquals(START.toEpochMilli(), grant.getFirstSentAtMs());
  }

  @Test
  void shouldIssueReceiptAndUnbrokenChainWhenAcceptedAndFound() {
    // given
    ledger.pipe(Sent.intent(ID));
    ledger.pipe(Sent.claim(ID, 1, "c-1"));

    // when
    ledger.pipe(Sent.accepted(ID, 1, "c-1", "p-1", "MATCH"));

    // then
    List<OperationEvent> journal = ledger.journal();
    assertEquals(
        List.of("ABSENT>READY", "READY>CLAIMED", "CLAIMED>VERIFIED"),
        journal.stream().map(e -> e.getStateBefore() + ">" + e.getStateAfter()).toList());
    List<Receipt> receipts = ledger.receipts();
    assertEquals(1, receipts.size());
    Receipt receipt = receipts.get(0);
    assertEquals("VERIFIED", receipt.getOutcome());
    assertEquals("READBACK", receipt.getEvidence());
    assertEquals("p-1", receipt.getProviderId());
    assertEquals(3, receipt.getJournalSequence());
    assertEquals(ledger.chain(ID), receipt.getChain());
    assertTrue(ledger.escalations().isEmpty());
  }

  @Test
  void shouldReadBackAndVerifyWhenAnswerWasLost() {
    // given
    claimed();
    ledger.pipe(Sent.report(ID, 1, "c-1", "UNKNOWN", r -> r.setDetail("TIMEOUT")));
    Readback asked = assertInstanceOf(Readback.class, ledger.orders().get(0));

    // when
    ledger.pipe(Sent.readback(ID, asked.getToken(), asked.getNumber(), "MATCH"));

    // then
    assertEquals("VERIFIED", ledger.receipts().get(0).getOutcome());
    assertTrue(ledger.orders().isEmpty(), "nothing is sent again");
  }

  @Test
  void shouldReadBackAfterLeaseEndAndNeverOfferAtOnce() {
    // given
    claimed();

    // when
    ledger.advance(LEASE.minusMillis(1));
    List<Object> before = ledger.orders();
    ledger.advance(Duration.ofMillis(1).plus(OperationProcessor.TICK));

    // then
    assertEquals(List.of(), before);
    assertInstanceOf(Readback.class, ledger.orders().get(0));
    assertEquals("COMMIT_UNKNOWN", lastState());
  }

  @Test
  void shouldOfferAtItsTimeWhenIntentMustNotBeSentBefore() {
    // given
    Duration wait = Duration.ofHours(3);
    ledger.pipe(
        Sent.intent(ID, "blog", "{}", i -> i.setNotBeforeMs(START.plus(wait).toEpochMilli())));
    ledger.pipe(Sent.claim(ID, 1, "early"));

    // when
    ledger.advance(wait.minusMillis(1));
    List<Object> before = ledger.orders();
    ledger.advance(OperationProcessor.TICK);

    // then
    assertEquals(List.of(), before);
    assertEquals(List.of(new Send(1)), ledger.orders());
  }

  @Test
  void shouldOfferNextTokenAfterABackoffWhenNothingWasSent() {
    // given
    claimed();
    ledger.pipe(Sent.report(ID, 1, "c-1", "NOT_SENT", r -> r.setDetail("CONNECTION_REFUSED")));

    // when
    ledger.advance(Duration.ofMillis(1999));
    List<Object> early = ledger.orders();
    ledger.advance(Duration.ofMillis(2001));

    // then
    assertEquals(List.of(), early);
    assertEquals(List.of(new Send(2)), ledger.orders());
  }

  @Test
  void shouldWaitAsLongAsToldWhenDeferred() {
    // given
    claimed();
    ledger.pipe(
        Sent.report(
            ID,
            1,
            "c-1",
            "DEFERRED",
            r -> {
              r.setDetail("RATE_LIMITED");
              r.setRetryAfterMs(600_000L);
            }));

    // when
    ledger.advance(Duration.ofSeconds(600).minusMillis(1));
    List<Object> early = ledger.orders();
    ledger.advance(Duration.ofSeconds(10));

    // then
    assertEquals(List.of(), early);
    assertEquals(List.of(new Send(2)), ledger.orders());
  }

  @Test
  void shouldNotStopWhenDestinationAsksToWaitForEver() {
    // given
    claimed();

    // when
    ledger.pipe(
        Sent.report(
            ID,
            1,
            "c-1",
            "DEFERRED",
            r -> {
              r.setDetail("RATE_LIMITED");
              r.setRetryAfterMs(Long.MAX_VALUE);
            }));

    // then
    assertEquals("READY", lastState());
  }

  @Test
  void shouldNotStopWhenTimesOfAnIntentAreAtTheEndOfTheWorld() {
    // given
    Sent intent =
        Sent.intent(
            ID,
            "blog",
            "{}",
            i -> {
              i.setNotBeforeMs(Long.MAX_VALUE - 1);
              i.setExpiresAtMs(Long.MAX_VALUE);
              i.setIssuedAtMs(Long.MAX_VALUE);
            });

    // when
    ledger.pipe(intent);
    ledger.tick();
    ledger.pipe(Sent.review(ID, "CANCEL", 1));

    // then
    assertEquals("REJECTED", ledger.receipts().get(0).getOutcome());
  }

  @Test
  void shouldCountOnlyReadbackIssuedAfterSettlePointAsProofOfAbsence() {
    // given
    claimed();
    ledger.pipe(Sent.report(ID, 1, "c-1", "UNKNOWN", r -> r.setDetail("TIMEOUT")));
    Readback early = assertInstanceOf(Readback.class, ledger.orders().get(0));
    ledger.pipe(Sent.readback(ID, 1, early.getNumber(), "ABSENT"));

    // when
    ledger.advance(SETTLE.minusMillis(1));
    ledger.advance(OperationProcessor.TICK);
    List<Object> asked = ledger.orders();
    Readback counting = assertInstanceOf(Readback.class, asked.get(asked.size() - 1));
    ledger.pipe(Sent.readback(ID, 1, early.getNumber(), "ABSENT"));
    String afterLateAnswer = lastState();
    ledger.pipe(Sent.readback(ID, 1, counting.getNumber(), "ABSENT"));

    // then
    assertEquals("COMMIT_UNKNOWN", afterLateAnswer);
    assertEquals("READY", lastState());
  }

  @Test
  void shouldRejectWhenExpiredBeforeAnythingWasGranted() {
    // given
    ledger.pipe(
        Sent.intent(ID, "blog", "{}", i -> i.setExpiresAtMs(START.plusSeconds(20).toEpochMilli())));

    // when
    ledger.advance(Duration.ofSeconds(20));

    // then
    Receipt receipt = ledger.receipts().get(0);
    assertEquals("REJECTED", receipt.getOutcome());
    assertEquals("EXPIRED", receipt.getReason());
  }

  @Test
  void shouldEscalateWhenNobodyClaims() {
    // given
    ledger.pipe(Sent.intent(ID));

    // when
    ledger.advance(Duration.ofMinutes(11), Duration.ofSeconds(5));

    // then
    List<Object> offers = ledger.orders();
    assertEquals(20, offers.size(), "the first offer, and one each 30 s within 10 min");
    assertTrue(offers.stream().allMatch(new Send(1)::equals));
    assertEquals("NOT_CLAIMED", ledger.escalations().get(0).getReason());
    assertEquals("UNRESOLVED", lastState());
  }

  @Test
  void shouldEscalateConflictAndKeepWorkingWhenContentDiffers() {
    // given
    ledger.pipe(Sent.intent(ID));

    // when
    ledger.pipe(Sent.intent(ID, "blog", "{\"title\":\"Other\"}", i -> {}));

    // then
    Escalation conflict = ledger.escalations().get(0);
    assertEquals("PAYLOAD_CONFLICT", conflict.getReason());
    assertEquals("OPEN", conflict.getStatus());
    assertTrue(conflict.getKnown().contains("payload"), conflict::getKnown);
    assertEquals("READY", lastState());
    ledger.pipe(Sent.claim(ID, 1, "c-1"));
    Grant grant = assertInstanceOf(Grant.class, ledger.orders().get(1));
    assertEquals(
        "{\"title\":\"Launch\"}", StandardCharsets.UTF_8.decode(grant.getPayload()).toString());
  }

  @Test
  void shouldSendAfterReviewWhenApprovalWasMissing() {
    // given
    ledger.pipe(Sent.intent(ID, "blog", "{}", i -> i.setApproval(null)));
    Escalation open = ledger.escalations().get(0);

    // when
    ledger.pipe(Sent.review(ID, "APPROVE", open.getSequence()));

    // then
    assertEquals("MISSING_APPROVAL", open.getReason());
    assertEquals(ID + "#1", open.getEscalationId());
    Escalation closed = ledger.escalations().get(0);
    assertEquals("CLOSED", closed.getStatus());
    assertEquals(open.getEscalationId(), closed.getEscalationId());
    assertEquals("r.roe", closed.getClosedBy());
    assertEquals(List.of(new Send(1)), ledger.orders());
  }

  @Test
  void shouldAskAgainUnderNewSequenceWhenSettlePointPassesUnderAnEscalation() {
    // given
    claimed();
    ledger.pipe(Sent.report(ID, 1, "c-1", "UNKNOWN", r -> r.setDetail("REDIRECTED")));
    ledger.pipe(Sent.readback(ID, 1, 1, "ABSENT"));
    Escalation before = ledger.escalations().get(0);

    // when
    ledger.advance(SETTLE.plusMillis(100));
    Escalation settled = ledger.escalations().get(0);
    ledger.pipe(Sent.review(ID, "CONFIRM_NOT_DONE", before.getSequence()));
    String afterStaleReview = lastState();
    ledger.pipe(Sent.review(ID, "CONFIRM_NOT_DONE", settled.getSequence()));

    // then
    assertEquals(before.getEscalationId(), settled.getEscalationId());
    assertTrue(settled.getSequence() > before.getSequence());
    assertEquals("UNRESOLVED", afterStaleReview);
    Receipt receipt = ledger.receipts().get(0);
    assertEquals("RESOLVED", receipt.getOutcome());
    assertEquals("NOT_DONE", receipt.getResolution());
    assertEquals("CLOSED", ledger.escalations().get(0).getStatus());
  }

  @Test
  void shouldForgetPayloadAtTheEndAndAllButTombstoneAfterTheWindow() {
    // given
    claimed();
    ledger.pipe(Sent.accepted(ID, 1, "c-1", "p-1", "MATCH"));
    int payloadAtTheEnd = payloadLength();

    // when
    ledger.advance(Duration.ofDays(400));
    ledger.pipe(Sent.intent(ID));

    // then
    assertEquals(0, payloadAtTheEnd);
    assertEquals("FORGOTTEN", lastState());
    assertEquals(0, ledger.timers(), "nothing waits any more");
    assertEquals(1, ledger.receipts().size());
    assertTrue(ledger.orders().isEmpty());
  }

  @Test
  void shouldSendNothingAndIssueNothingWhenAllInputIsReadAgain() {
    // given
    List<Sent> all =
        List.of(
            Sent.intent(ID),
            Sent.claim(ID, 1, "c-1"),
            Sent.report(ID, 1, "c-1", "NOT_SENT", r -> r.setDetail("GIVEN_UP")),
            Sent.claim(ID, 2, "c-2"),
            Sent.report(ID, 2, "c-2", "UNKNOWN", r -> r.setDetail("TIMEOUT")),
            Sent.readback(ID, 2, 1, "MATCH"));
    all.forEach(
        record -> {
          ledger.pipe(record);
          ledger.advance(Duration.ofSeconds(5));
        });
    int receipts = ledger.receipts().size();
    ledger.orders();

    // when
    all.forEach(ledger::pipe);
    ledger.advance(Duration.ofSeconds(5));

    // then
    assertEquals(1, receipts);
    assertEquals(List.of(), ledger.receipts());
    assertEquals(List.of(), ledger.orders());
    assertEquals(List.of(), ledger.escalations());
    assertEquals(13, ledger.journal().size(), "each input is journalled, and one timer");
  }

  @Test
  void shouldCountAndWaitWhenNoContractNamesThePoolAnyMore() {
    // given
    ledger.pipe(Sent.intent(ID, "press", "ink", i -> {}));
    ledger.commands("presses");
    try (LedgerDriver without = ledger.takenOverAt(ledger.now(), LedgerDriver.only("blog"))) {

      // when
      without.advance(Duration.ofSeconds(31));
      without.pipe(Sent.claim(ID, 1, "c-1"));

      // then
      assertEquals(2L, without.counts().get("commands.without.pool"));
      assertEquals("CLAIMED", without.lastState());
    }
  }

  private void claimed() {
    ledger.pipe(Sent.intent(ID));
    ledger.pipe(Sent.claim(ID, 1, "c-1"));
    ledger.orders();
  }

  private String lastState() {
    return ledger.lastState();
  }

  private int payloadLength() {
    return ((io.onefold.operation.OperationState.Known) ledger.stored(ID).state())
        .operation()
        .intent()
        .payload()
        .length();
  }
}
