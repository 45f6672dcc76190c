package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.ReadbackReported;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReadbackDeskTest {
  private final CoreBench bench = new CoreBench();
  private final HandOutlet outlet = bench.outlet;

  @Test
  void shouldAnswerUnderTheTokenAndNumberThatItWasAskedUnder() {
    bench.read(Commands.readback("op", 3, 8));
    outlet.runCalls();

    ReadbackReported report = outlet.readbacks().getFirst();
    assertEquals(3, report.getToken());
    assertEquals(8, report.getNumber());
    assertEquals("FOUND", report.getObservation().getResult());
    assertEquals(bench.clock.now().toEpochMilli(), report.getObservation().getObservedAtMs());
    assertFalse(bench.connector.looks.getFirst().accepted());
  }

  @Test
  void shouldReadBackBesideSaturatedSends() {
    CoreBench saturated = new CoreBench(WorkerLimits.of(1, 1));
    saturated.claimAndGrant("busy", 1);
    HandOutlet.Call<?> hangingSend = saturated.outlet.calls.remove();

    saturated.read(Commands.readback("op", 1, 1));
    saturated.outlet.runCalls();

    assertEquals(1, saturated.outlet.readbacks().size());
    assertFalse(hangingSend.interrupted);
  }

  @Test
  void shouldReadBackWhileItsAccountIsDeferred() {
    bench.connector.onSend =
        (request, gate) -> FakeConnector.deferred(java.time.Duration.ofHours(1));
    bench.claimAndGrant("a", 1);
    outlet.runCalls();

    bench.read(Commands.readback("a", 1, 1));
    outlet.runCalls();

    assertEquals(1, outlet.readbacks().size());
  }

  @Test
  void shouldLeaveRoomForOthersWhenADestinationDoesNotAnswer() {
    bench.read(
        Commands.readback("a", 1, 1),
        Commands.readback("b", 1, 1),
        Commands.readback("c", 1, 1),
        Commands.readback("shop", "d", 1, 1));

    assertEquals(3, outlet.calls.size());
    outlet.runCalls();
    bench.core.tick();
    outlet.runCalls();
    assertEquals(4, outlet.readbacks().size());
  }

  @Test
  void shouldRunACommandOnceWhileItWaitsOrRuns() {
    bench.read(Commands.readback("op", 1, 1), Commands.readback("op", 1, 1));

    assertEquals(1, outlet.calls.size());
    outlet.runCalls();
    bench.read(Commands.readback("op", 1, 1));
    outlet.runCalls();
    assertEquals(2, outlet.readbacks().size());
  }

  @Test
  void shouldSayThatItCannotTellUnderAnotherContract() {
    bench.read(
        Commands.withHash(Commands.readback("op", 1, 1), "sha256:other"),
        Commands.readback("nowhere", "op2", 1, 1));
    outlet.runCalls();

    assertEquals(2, outlet.readbacks().size());
    outlet
        .readbacks()
        .forEach(report -> assertEquals("INCONCLUSIVE", report.getObservation().getResult()));
    assertEquals(List.of(), bench.connector.looks);
  }

  @Test
  void shouldSayThatItCannotTellWhenTheConnectorFails() {
    bench.connector.onReadback =
        request -> {
          throw new IllegalStateException("bug");
        };
    bench.read(Commands.readback("op", 1, 1));
    outlet.runCalls();

    assertEquals("UNAVAILABLE", outlet.readbacks().getFirst().getObservation().getDetail());
  }

  @Test
  void shouldCommitAReadbackOnlyAfterItsReportIsInTheLog() {
    bench.read(Commands.readback("op", 1, 1));
    outlet.runCalls();
    assertEquals(Map.of(0, 0L), bench.core.offsetsDue());

    outlet.acknowledgeAll();

    assertEquals(Map.of(0, 1L), bench.core.offsetsDue());
  }

  @Test
  void shouldDropAReadbackThatFindsNoRoom() {
    CoreBench small = new CoreBench(new WorkerLimits(1, 1, 10, 1, 1000));
    small.read(Commands.readback("running", 1, 1));
    small.read(Commands.readback("waiting", 1, 1), Commands.readback("dropped", 1, 1));
    small.outlet.runCalls();
    small.core.tick();
    small.outlet.runCalls();

    assertEquals(2, small.outlet.readbacks().size());
    assertEquals(1, small.count(WorkerMetrics.Counter.DROPPED_READBACKS));
  }

  @Test
  void shouldTakeAReadbackLargerThanItsBoundWhenNothingElseWaits() {
    CoreBench small = new CoreBench(new WorkerLimits(1, 1, 10, 10, 1));
    small.read(Commands.readback("large", 1, 1));
    small.outlet.runCalls();

    assertEquals(1, small.outlet.readbacks().size());
  }

  @Test
  void shouldDropWaitingReadbacksWhenTheirPartitionGoesElsewhere() {
    CoreBench small = new CoreBench(WorkerLimits.of(1, 1));
    small.read(Commands.readback("running", 1, 1), Commands.readback("waiting", 1, 1));

    small.core.revoked(Set.of(0));
    small.outlet.runCalls();
    small.core.tick();

    assertTrue(small.outlet.calls.isEmpty());
    assertEquals(1, small.outlet.readbacks().size());
  }

  @Test
  void shouldReportNothingForAReadbackThatTheStopGaveUp() {
    bench.read(Commands.readback("op", 1, 1));
    bench.core.stop();
    bench.core.interruptCalls();
    assertTrue(outlet.calls.element().interrupted);
    bench.core.abandonCalls();
    outlet.runCalls();

    assertEquals(List.of(), outlet.log);
    assertEquals(0, bench.core.runningCalls());
  }
}
