package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.SendResult;
import io.onefold.schema.SendReported;
import io.onefold.schema.WorkerStarted;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rules on offers, claims, grants and reports, through the core. */
class SendDeskTest {
  private final CoreBench bench = new CoreBench();
  private final HandOutlet outlet = bench.outlet;

  @Test
  void shouldClaimBeforeItIsGrantedAndSendOnlyThen() {
    bench.read(Commands.send("op", 1));
    outlet.runCalls();
    assertEquals(1, outlet.claims().size());
    assertEquals(List.of(), bench.connector.writes);

    bench.grant("op", 1);
    outlet.runCalls();

    assertEquals(1, bench.connector.writes.size());
    assertEquals("op", bench.connector.writes.getFirst().operationId());
    assertEquals(1, bench.connector.writes.getFirst().token());
  }

  @Test
  void shouldReportAnAcceptedAttemptTogetherWithItsFirstReadback() {
    bench.claimAndGrant("op", 1);
    outlet.runCalls();

    SendReported report = onlyReport();
    assertEquals("ACCEPTED", report.getResult());
    assertEquals(outlet.claimIdOf("op"), report.getClaimId());
    assertEquals(1, report.getToken());
    assertEquals("id-1", report.getEvidence().getProviderId());
    assertEquals("key-1", report.getIdempotencyKey());
    assertEquals(bench.clock.now().toEpochMilli(), report.getStartedAtMs());
    assertEquals("FOUND", report.getReadback().getResult());
    assertEquals(List.of("id-1"), askedIds());
    assertTrue(bench.connector.looks.getFirst().accepted());
  }

  @Test
  void shouldReportTheAttemptWhenItsFirstReadbackFails() {
    bench.connector.onReadback =
        request -> {
          throw new IllegalStateException("bug");
        };
    bench.claimAndGrant("op", 1);
    outlet.runCalls();

    assertEquals("ACCEPTED", onlyReport().getResult());
    assertEquals("INCONCLUSIVE", onlyReport().getReadback().getResult());
    assertEquals("UNAVAILABLE", onlyReport().getReadback().getDetail());
  }

  @Test
  void shouldNoteItsTimeBeforeItProducesTheClaim() {
    // Time passes while the claim is being produced; it counts against the lease.
    CoreBench slow = new CoreBench();
    slow.core.handle(Commands.send("op", 1), new Position(0, 0));
    slow.core.tick();
    slow.clock.pass(Duration.ofSeconds(38).plusMillis(999));
    slow.grant("op", 1);
    slow.clock.pass(Duration.ofMillis(1));
    slow.outlet.runCalls();

    assertEquals(List.of(), slow.connector.writes);
    assertEquals("NOT_SENT", slow.outlet.sends().getFirst().getResult());
    assertEquals("LEASE_TOO_SHORT", slow.outlet.sends().getFirst().getDetail());
    assertNull(slow.outlet.sends().getFirst().getStartedAtMs());
  }

  @Test
  void shouldStaySilentOnAGrantOfAClaimItDoesNotHold() {
    bench.read(Commands.send("op", 1), Commands.grant("op", 1, "of-another-worker"));
    outlet.runCalls();

    assertEquals(List.of(), outlet.sends());
    assertEquals(List.of(), bench.connector.writes);
    assertEquals(1, bench.count(WorkerMetrics.Counter.SILENT_GRANTS));
  }

  @Test
  void shouldStaySilentAfterARestart() {
    bench.read(Commands.send("op", 1));
    String claimOfFormerLife = outlet.claimIdOf("op");

    CoreBench restarted = new CoreBench();
    restarted.read(Commands.grant("op", 1, claimOfFormerLife));
    restarted.outlet.runCalls();

    assertEquals(List.of(), restarted.outlet.log);
    assertEquals(List.of(), restarted.connector.writes);
  }

  @Test
  void shouldSendOnceWhenAGrantIsDeliveredTwice() {
    bench.claimAndGrant("op", 1);
    bench.grant("op", 1);
    outlet.runCalls();
    bench.grant("op", 1);
    outlet.runCalls();

    assertEquals(1, bench.connector.writes.size());
    assertEquals(1, outlet.sends().size());
  }

  @Test
  void shouldReportOnceWhenAConnectorFailsAfterTheGateOpened() {
    bench.connector.onSend =
        (request, gate) -> {
          assertTrue(gate.open());
          throw new StackOverflowError();
        };
    bench.claimAndGrant("op", 1);
    outlet.runCalls();

    assertEquals("UNKNOWN", onlyReport().getResult());
    assertEquals("INTERRUPTED", onlyReport().getDetail());
    assertNotNull(onlyReport().getStartedAtMs());
  }

  @Test
  void shouldReportNotSentWhenAConnectorFailsBeforeTheGateOpened() {
    bench.connector.onSend =
        (request, gate) -> {
          throw new IllegalStateException("bug");
        };
    bench.claimAndGrant("op", 1);
    outlet.runCalls();

    assertEquals("NOT_SENT", onlyReport().getResult());
    assertEquals("GIVEN_UP", onlyReport().getDetail());
  }

  @Test
  void shouldReportUnknownWhenAConnectorSaysNotSentAfterTheGateOpened() {
    bench.connector.onSend =
        (request, gate) -> {
          assertTrue(gate.open());
          return FakeConnector.notSent(SendResult.NotSent.Why.CONNECTION_REFUSED);
        };
    bench.claimAndGrant("op", 1);
    outlet.runCalls();

    assertEquals("UNKNOWN", onlyReport().getResult());
  }

  @Test
  void shouldReportNotSentWhenTheDestinationSaysThatNothingWasCommitted() {
    bench.connector.onSend =
        (request, gate) -> {
          assertTrue(gate.open());
          return FakeConnector.notSent(SendResult.NotSent.Why.NOT_COMMITTED);
        };
    bench.claimAndGrant("op", 1);
    outlet.runCalls();

    assertEquals("NOT_SENT", onlyReport().getResult());
    assertEquals("NOT_COMMITTED", onlyReport().getDetail());
  }

  @Test
  void shouldReportOnceWhenAConnectorAnswersWithHoles() {
    bench.connector.onSend =
        (request, gate) -> {
          assertTrue(gate.open());
          return new SendResult.Accepted("201", null, Optional.empty());
        };
    bench.claimAndGrant("op", 1);
    outlet.runCalls();

    assertEquals("UNKNOWN", onlyReport().getResult());
  }

  @Test
  void shouldRefuseAGrantUnderAnotherContract() {
    bench.read(Commands.send("op", 1));
    bench.read(Commands.withHash(Commands.grant("op", 1, outlet.claimIdOf("op")), "sha256:other"));
    outlet.runCalls();

    assertEquals(List.of(), bench.connector.writes);
    assertEquals("NOT_SENT", onlyReport().getResult());
    assertEquals("CONTRACT_MISMATCH", onlyReport().getDetail());
    assertTrue(onlyReport().getMessage().contains("sha256:other"));
  }

  @Test
  void shouldClaimAndRefuseWhenItDoesNotKnowTheDestination() {
    bench.read(Commands.send("nowhere", "op", 1));
    bench.read(Commands.grant("nowhere", "op", 1, outlet.claimIdOf("op")));

    assertEquals("CONTRACT_MISMATCH", onlyReport().getDetail());
    assertTrue(onlyReport().getMessage().contains("nowhere"));
  }

  @Test
  void shouldClaimOneOfAnAccountFirstAndMoreWithEachAnswer() {
    bench.read(Commands.send("a", 1), Commands.send("b", 1), Commands.send("c", 1));
    assertEquals(1, outlet.claims().size());

    bench.grant("a", 1);
    outlet.runCalls();
    bench.core.tick();

    assertEquals(3, outlet.claims().size());
  }

  @Test
  void shouldClaimNothingOfAnAccountWhileItIsDeferred() {
    bench.connector.onSend = (request, gate) -> deferAfterOpening(gate.open());
    bench.claimAndGrant("a", 1);
    bench.read(Commands.send("b", 1), Commands.send("c", 1), Commands.send("shop", "d", 1));
    outlet.runCalls();

    bench.clock.pass(Duration.ofMillis(2999));
    bench.read(Commands.send("a", 2));
    assertEquals(Set.of("a", "d"), claimedOperations());

    bench.clock.pass(Duration.ofMillis(1));
    bench.core.tick();
    assertEquals(Set.of("a", "b", "d"), claimedOperations());
    assertEquals(3000, reportOf("a").getRetryAfterMs());
    assertEquals("RATE_LIMITED", reportOf("a").getDetail());
  }

  @Test
  void shouldWriteNothingDuringADeferralEvenWhenMoreClaimsAreGranted() {
    warmUp(3);
    bench.connector.onSend = (request, gate) -> deferAfterOpening(gate.open());
    bench.read(Commands.send("a", 1), Commands.send("b", 1));
    bench.grant("a", 1);
    outlet.runCalls();
    bench.clock.pass(Duration.ofSeconds(1));

    bench.grant("b", 1);

    assertTrue(outlet.calls.isEmpty());
    assertEquals("DEFERRED", reportOf("b").getResult());
    assertEquals(2000, reportOf("b").getRetryAfterMs());
    assertNull(reportOf("b").getStartedAtMs());
    assertEquals(1, bench.count(WorkerMetrics.Counter.HELD_BACK));
  }

  @Test
  void shouldGiveClaimsUpWhenTheirPartitionGoesElsewhere() {
    warmUp(3);
    bench.readFrom(1, Commands.send("a", 1));
    bench.readFrom(2, Commands.send("b", 1));

    bench.core.revoked(Set.of(1));
    bench.grant("a", 1);
    bench.grant("b", 1);
    outlet.runCalls();

    assertEquals("NOT_SENT", reportOf("a").getResult());
    assertEquals("GIVEN_UP", reportOf("a").getDetail());
    assertEquals("ACCEPTED", reportOf("b").getResult());
    assertEquals(1, reportsOf("a").size());
  }

  @Test
  void shouldFinishARunningAttemptWhenItsPartitionGoesElsewhere() {
    bench.claimAndGrant("op", 1);

    bench.core.revoked(Set.of(0));
    outlet.runCalls();

    assertEquals("ACCEPTED", onlyReport().getResult());
  }

  @Test
  void shouldDropQueuedOffersWhenTheirPartitionGoesElsewhere() {
    bench.read(Commands.send("a", 1), Commands.send("b", 1));

    bench.core.revoked(Set.of(0));
    bench.core.tick();

    assertEquals(1, outlet.claims().size());
    assertEquals(1, bench.count(WorkerMetrics.Counter.DROPPED_OFFERS));
  }

  @Test
  void shouldGiveAClaimUpOnceNoCallCouldStartAnyMore() {
    bench.read(Commands.send("op", 1));

    bench.clock.pass(Duration.ofSeconds(39));
    bench.core.tick();
    bench.grant("op", 1);

    assertEquals("GIVEN_UP", onlyReport().getDetail());
    assertTrue(outlet.calls.isEmpty());
  }

  @Test
  void shouldLetOthersGoAheadOfAClaimThatNobodyAnswersButStillUseItsGrant() {
    bench.read(Commands.send("refused", 1), Commands.send("next", 1));
    bench.clock.pass(Duration.ofSeconds(15));
    bench.core.tick();
    assertEquals(Set.of("refused", "next"), claimedOperations());

    bench.grant("refused", 1);
    outlet.runCalls();

    assertEquals("ACCEPTED", reportOf("refused").getResult());
    bench.grant("next", 1);
    outlet.runCalls();
    bench.core.tick();
    assertEquals(0, bench.metrics.snapshot().inFlight());
  }

  @Test
  void shouldNotClaimAnAttemptTwiceWhenItIsOfferedAgain() {
    bench.read(Commands.send("op", 1), Commands.send("op", 1));
    bench.read(Commands.send("op", 1));
    bench.grant("op", 1);
    bench.read(Commands.send("op", 1), Commands.send("op", 2));

    assertEquals(1, outlet.claims().size());
    assertEquals(4, bench.count(WorkerMetrics.Counter.REPEATED_OFFERS));
  }

  @Test
  void shouldForgetAClaimSilentlyWhenALaterCommandShowsThatItWasRefused() {
    bench.read(Commands.send("a", 1), Commands.send("b", 1));
    bench.read(Commands.grant("a", 1, "of-another-worker"));

    assertEquals(Set.of("a", "b"), claimedOperations());
    assertEquals(List.of(), outlet.sends());
  }

  @Test
  void shouldClaimTheNewerTokenWhenTheOlderWasNeverGranted() {
    bench.read(Commands.send("op", 1));
    bench.read(Commands.send("op", 2));

    assertEquals(List.of(1, 2), outlet.claims().stream().map(claim -> claim.getToken()).toList());
    assertEquals(List.of(), outlet.sends());
  }

  @Test
  void shouldNotClaimStaleOffersWhileItReadsAPartitionUp() {
    bench.core.assigned(0);
    bench.read(Commands.send("stale", 1), Commands.send("asked", 1), Commands.send("open", 1));
    bench.read(Commands.grant("stale", 1, "of-former-life"), Commands.readback("asked", 1, 1));
    assertEquals(List.of(), outlet.claims());

    bench.core.readUp(0);
    bench.core.tick();

    assertEquals(Set.of("open"), claimedOperations());
  }

  @Test
  void shouldBoundClaimsAndSendsTogether() {
    CoreBench small = new CoreBench(WorkerLimits.of(1, 1));
    small.read(Commands.send("a", 1), Commands.send("shop", "b", 1));
    assertEquals(1, small.outlet.claims().size());

    small.grant("a", 1);
    assertEquals(1, small.outlet.claims().size());
    small.outlet.runCalls();
    small.core.tick();

    assertEquals(2, small.outlet.claims().size());
  }

  @Test
  void shouldForgetAClaimThatNeverReachedTheLog() {
    bench.read(Commands.send("a", 1), Commands.send("b", 1));

    outlet.failures.remove().run();
    bench.core.tick();

    assertEquals(Set.of("a", "b"), claimedOperations());
    assertEquals(List.of(), outlet.sends());
  }

  @Test
  void shouldCommitAnOfferOnlyAfterItsClaimIsInTheLog() {
    bench.read(Commands.send("op", 1));
    assertEquals(Map.of(0, 0L), bench.core.offsetsDue());

    outlet.acknowledgeAll();

    assertEquals(Map.of(0, 1L), bench.core.offsetsDue());
  }

  @Test
  void shouldGiveUpUngrantedClaimsAndTakeOnNothingWhenItStops() {
    warmUp(3);
    bench.read(Commands.send("running", 1), Commands.send("claimed", 1));
    bench.grant("running", 1);

    bench.core.stop();
    bench.read(Commands.grant("claimed", 1, outlet.claimIdOf("claimed")));
    outlet.runCalls();
    bench.core.tick();

    assertEquals("GIVEN_UP", reportOf("claimed").getDetail());
    assertEquals(1, reportsOf("claimed").size());
    assertEquals("ACCEPTED", reportOf("running").getResult());
  }

  @Test
  void shouldReportOnceWhenTheStopComesBeforeTheAnswer() {
    bench.claimAndGrant("op", 1);
    HandOutlet.Call<?> call = outlet.calls.peek();
    bench.core.stop();
    bench.core.interruptCalls();
    bench.core.abandonCalls();
    outlet.runCalls();

    assertTrue(call.interrupted);
    assertEquals("NOT_SENT", onlyReport().getResult());
    // The gate is shut, so the late call cannot write any more.
    assertEquals(List.of(), bench.connector.writes);
    assertEquals(0, bench.core.runningCalls());
  }

  @Test
  void shouldSpeakForItsLifeInEveryEvent() {
    bench.claimAndGrant("op", 1);
    outlet.runCalls();

    assertEquals(2, outlet.log.size());
    outlet.log.forEach(
        event -> {
          assertEquals("w1", event.getWorkerId());
          assertEquals(7, event.getIncarnation());
          assertEquals("op", event.getOperationId());
          assertFalse(event.getFact() instanceof WorkerStarted);
        });
  }

  private static SendResult deferAfterOpening(boolean opened) {
    assertTrue(opened);
    return FakeConnector.deferred(Duration.ofSeconds(3));
  }

  private void warmUp(int operations) {
    for (int number = 0; number < operations; number++) {
      bench.claimAndGrant("warm-" + number, 1);
      outlet.runCalls();
    }
    bench.core.tick();
  }

  private Set<String> claimedOperations() {
    return Set.copyOf(
        outlet.log.stream()
            .filter(event -> event.getFact() instanceof io.onefold.schema.ClaimRequested)
            .map(event -> event.getOperationId())
            .filter(operation -> !operation.startsWith("warm-"))
            .toList());
  }

  private List<String> askedIds() {
    return bench.connector.looks.stream().map(look -> look.providerId().orElse("")).toList();
  }

  private SendReported onlyReport() {
    assertEquals(1, outlet.sends().size());
    return outlet.sends().getFirst();
  }

  private SendReported reportOf(String operationId) {
    return reportsOf(operationId).getLast();
  }

  private List<SendReported> reportsOf(String operationId) {
    return outlet.log.stream()
        .filter(event -> event.getOperationId().equals(operationId))
        .map(event -> event.getFact())
        .filter(SendReported.class::isInstance)
        .map(SendReported.class::cast)
        .toList();
  }
}
