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
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a granted attempt does and what is reported of it, through the core. */
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

    SendReported report = outlet.onlySend();
    assertEquals("ACCEPTED", report.getResult());
    assertEquals(outlet.claimIdOf("op"), report.getClaimId());
    assertEquals(1, report.getToken());
    assertEquals("id-1", report.getEvidence().getProviderId());
    assertEquals("key-1", report.getIdempotencyKey());
    assertEquals(bench.clock.now().toEpochMilli(), report.getStartedAtMs());
    assertEquals("FOUND", report.getReadback().getResult());
    assertEquals(
        List.of(Optional.of("id-1")),
        bench.connector.looks.stream().map(look -> look.providerId()).toList());
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

    assertEquals("ACCEPTED", outlet.onlySend().getResult());
    assertEquals("INCONCLUSIVE", outlet.onlySend().getReadback().getResult());
    assertEquals("UNAVAILABLE", outlet.onlySend().getReadback().getDetail());
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

    assertEquals("UNKNOWN", outlet.onlySend().getResult());
    assertEquals("INTERRUPTED", outlet.onlySend().getDetail());
    assertNotNull(outlet.onlySend().getStartedAtMs());
  }

  @Test
  void shouldReportNotSentWhenAConnectorFailsBeforeTheGateOpened() {
    bench.connector.onSend =
        (request, gate) -> {
          throw new IllegalStateException("bug");
        };
    bench.claimAndGrant("op", 1);
    outlet.runCalls();

    assertEquals("NOT_SENT", outlet.onlySend().getResult());
    assertEquals("GIVEN_UP", outlet.onlySend().getDetail());
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

    assertEquals("UNKNOWN", outlet.onlySend().getResult());
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

    assertEquals("NOT_SENT", outlet.onlySend().getResult());
    assertEquals("NOT_COMMITTED", outlet.onlySend().getDetail());
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

    assertEquals("UNKNOWN", outlet.onlySend().getResult());
  }

  @Test
  void shouldRefuseAGrantUnderAnotherContract() {
    bench.read(Commands.send("op", 1));
    bench.read(Commands.withHash(Commands.grant("op", 1, outlet.claimIdOf("op")), "sha256:other"));
    outlet.runCalls();

    assertEquals(List.of(), bench.connector.writes);
    assertEquals("NOT_SENT", outlet.onlySend().getResult());
    assertEquals("CONTRACT_MISMATCH", outlet.onlySend().getDetail());
    assertTrue(outlet.onlySend().getMessage().contains("sha256:other"));
  }

  @Test
  void shouldClaimAndRefuseWhenItDoesNotKnowTheDestination() {
    bench.read(Commands.send("nowhere", "op", 1));
    bench.read(Commands.grant("nowhere", "op", 1, outlet.claimIdOf("op")));

    assertEquals("CONTRACT_MISMATCH", outlet.onlySend().getDetail());
    assertTrue(outlet.onlySend().getMessage().contains("nowhere"));
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
}
