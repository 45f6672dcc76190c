package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.SendResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which offers are claimed, when, and when a claim ends, through the core. */
class SendClaimsTest {
  private final CoreBench bench = new CoreBench();
  private final HandOutlet outlet = bench.outlet;

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
    assertEquals(Set.of("a", "d"), outlet.claimedOperations());

    bench.clock.pass(Duration.ofMillis(1));
    bench.core.tick();
    assertEquals(Set.of("a", "b", "d"), outlet.claimedOperations());
    assertEquals(3000, outlet.sendOf("a").getRetryAfterMs());
    assertEquals("RATE_LIMITED", outlet.sendOf("a").getDetail());
  }

  @Test
  void shouldWriteNothingDuringADeferralEvenWhenMoreClaimsAreGranted() {
    bench.warmUp(3);
    bench.connector.onSend = (request, gate) -> deferAfterOpening(gate.open());
    bench.read(Commands.send("a", 1), Commands.send("b", 1));
    bench.grant("a", 1);
    outlet.runCalls();
    bench.clock.pass(Duration.ofSeconds(1));

    bench.grant("b", 1);

    assertTrue(outlet.calls.isEmpty());
    assertEquals("DEFERRED", outlet.sendOf("b").getResult());
    assertEquals(2000, outlet.sendOf("b").getRetryAfterMs());
    assertNull(outlet.sendOf("b").getStartedAtMs());
    assertEquals(1, bench.count(WorkerMetrics.Counter.HELD_BACK));
  }

  @Test
  void shouldGiveAClaimUpOnceNoCallCouldStartAnyMore() {
    bench.read(Commands.send("op", 1));

    bench.clock.pass(Duration.ofSeconds(39));
    bench.core.tick();
    bench.grant("op", 1);

    assertEquals("GIVEN_UP", outlet.onlySend().getDetail());
    assertTrue(outlet.calls.isEmpty());
  }

  @Test
  void shouldLetOthersGoAheadOfAClaimThatNobodyAnswersButStillUseItsGrant() {
    bench.read(Commands.send("refused", 1), Commands.send("next", 1));
    bench.clock.pass(Duration.ofSeconds(15));
    bench.core.tick();
    assertEquals(Set.of("refused", "next"), outlet.claimedOperations());

    bench.grant("refused", 1);
    outlet.runCalls();

    assertEquals("ACCEPTED", outlet.sendOf("refused").getResult());
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

    assertEquals(Set.of("a", "b"), outlet.claimedOperations());
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

    assertEquals(Set.of("open"), outlet.claimedOperations());
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

    assertEquals(Set.of("a", "b"), outlet.claimedOperations());
    assertEquals(List.of(), outlet.sends());
  }

  @Test
  void shouldCommitAnOfferOnlyAfterItsClaimIsInTheLog() {
    bench.read(Commands.send("op", 1));
    assertEquals(Map.of(0, 0L), bench.core.offsetsDue());

    outlet.acknowledgeAll();

    assertEquals(Map.of(0, 1L), bench.core.offsetsDue());
  }

  private static SendResult deferAfterOpening(boolean opened) {
    assertTrue(opened);
    return FakeConnector.deferred(Duration.ofSeconds(3));
  }
}
