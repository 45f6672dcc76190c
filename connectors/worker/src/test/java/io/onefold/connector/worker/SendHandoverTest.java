package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Offers, claims and attempts when the worker stops, starts again or loses a partition. */
class SendHandoverTest {
  private final CoreBench bench = new CoreBench();
  private final HandOutlet outlet = bench.outlet;

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
  void shouldGiveClaimsUpWhenTheirPartitionGoesElsewhere() {
    bench.warmUp(3);
    bench.readFrom(1, Commands.send("a", 1));
    bench.readFrom(2, Commands.send("b", 1));

    bench.core.revoked(Set.of(1));
    bench.grant("a", 1);
    bench.grant("b", 1);
    outlet.runCalls();

    assertEquals("NOT_SENT", outlet.sendOf("a").getResult());
    assertEquals("GIVEN_UP", outlet.sendOf("a").getDetail());
    assertEquals("ACCEPTED", outlet.sendOf("b").getResult());
    assertEquals(1, outlet.sendsOf("a").size());
  }

  @Test
  void shouldFinishARunningAttemptWhenItsPartitionGoesElsewhere() {
    bench.claimAndGrant("op", 1);

    bench.core.revoked(Set.of(0));
    outlet.runCalls();

    assertEquals("ACCEPTED", outlet.onlySend().getResult());
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
  void shouldGiveUpUngrantedClaimsAndTakeOnNothingWhenItStops() {
    bench.warmUp(3);
    bench.read(Commands.send("running", 1), Commands.send("claimed", 1));
    bench.grant("running", 1);

    bench.core.stop();
    bench.read(Commands.grant("claimed", 1, outlet.claimIdOf("claimed")));
    outlet.runCalls();
    bench.core.tick();

    assertEquals("GIVEN_UP", outlet.sendOf("claimed").getDetail());
    assertEquals(1, outlet.sendsOf("claimed").size());
    assertEquals("ACCEPTED", outlet.sendOf("running").getResult());
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
    assertEquals("NOT_SENT", outlet.onlySend().getResult());
    // The gate is shut, so the late call cannot write any more.
    assertEquals(List.of(), bench.connector.writes);
    assertEquals(0, bench.core.runningCalls());
  }
}
