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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
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

  private void claimed() {
    ledger.pipe(Sent.intent(ID));
    ledger.pipe(Sent.claim(ID, 1, "c-1"));
    ledger.orders();
  }

  private String lastState() {
    return ledger.lastState();
  }
}
