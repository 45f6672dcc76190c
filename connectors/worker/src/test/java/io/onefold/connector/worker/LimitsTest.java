package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Command;
import io.onefold.schema.SendReported;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The limits of contracts, and accounts that several contracts share, through the core. */
class LimitsTest {
  private static final Destinations CONTRACTS =
      DestinationsFile.parse(
          "test",
          "destinations:\n"
              + contract("posts", "acme", "https://blog.example/posts", "")
              + contract("media", "acme", "https://BLOG.example/media", "")
              + contract("other", "else", "https://blog.example/posts", "")
              + contract("narrow", "one", "https://narrow.example/", "{concurrency: 2}")
              + contract("slow", "two", "https://slow.example/", "{rate: 1/s}"));

  private final CoreBench bench = new CoreBench(WorkerLimits.of(8, 4), CONTRACTS);
  private final HandOutlet outlet = bench.outlet;

  @Test
  void shouldNotPassTheConcurrencyOfAContractWithClaimsAndAttemptsTogether() {
    warmUp("narrow", 5);
    offer("narrow", "a", "b", "c", "d");
    assertEquals(List.of("a", "b"), claimed("a", "b", "c", "d"));

    grant("narrow", "a");
    assertEquals(List.of("a", "b"), claimed("a", "b", "c", "d"));
    assertEquals(Map.of(Hold.CONCURRENCY, 2), bench.metrics.snapshot().heldBack());

    outlet.runCalls();
    bench.core.tick();
    assertEquals(List.of("a", "b", "c"), claimed("a", "b", "c", "d"));
  }

  @Test
  void shouldMakeNoAttemptBeyondTheConcurrencyWhenAGrantComesLate() {
    warmUp("narrow", 5);
    offer("narrow", "a", "b", "c", "d");
    bench.clock.pass(Duration.ofSeconds(15));
    bench.core.tick();
    assertEquals(List.of("a", "b", "c", "d"), claimed("a", "b", "c", "d"));
    grant("narrow", "c");
    grant("narrow", "d");

    grant("narrow", "a");

    assertEquals(2, outlet.calls.size());
    SendReported report = outlet.sends().getLast();
    assertEquals("NOT_SENT", report.getResult());
    assertEquals("GIVEN_UP", report.getDetail());
    assertNull(report.getStartedAtMs());
    assertEquals(1, bench.count(WorkerMetrics.Counter.HELD_BACK));
  }

  @Test
  void shouldClaimNoFasterThanTheRateOfAContract() {
    warmUp("slow", 3);
    bench.clock.pass(Duration.ofSeconds(1));
    offer("slow", "a", "b", "c");

    assertEquals(List.of("a"), claimed("a", "b", "c"));
    assertEquals(Map.of(Hold.RATE, 2), bench.metrics.snapshot().heldBack());
    bench.clock.pass(Duration.ofMillis(800));
    bench.core.tick();
    assertEquals(List.of("a"), claimed("a", "b", "c"));
    bench.clock.pass(Duration.ofMillis(200));
    bench.core.tick();

    assertEquals(List.of("a", "b"), claimed("a", "b", "c"));
  }

  @Test
  void shouldAskWithoutLimitWhileSendsWaitForTheirTurn() {
    offer("slow", "a", "b");
    assertEquals(Map.of(Hold.WINDOW, 1), bench.metrics.snapshot().heldBack());

    bench.read(Commands.readback("slow", "x", 1, 1), Commands.readback("slow", "y", 1, 1));

    assertEquals(2, outlet.calls.size());
  }

  @Test
  void shouldCloseAllDestinationsOfAnAccountWhenOneOfThemIsDeferred() {
    warmUp("posts", 2);
    warmUp("media", 2);
    bench.connector.onSend =
        (request, gate) -> {
          gate.open();
          return FakeConnector.deferred(Duration.ofSeconds(3));
        };
    offer("posts", "a");
    grant("posts", "a");
    outlet.runCalls();

    offer("media", "b");
    offer("posts", "c");
    offer("other", "d");

    assertEquals(List.of("d"), claimed("b", "c", "d"));
    assertEquals(Map.of(Hold.DEFERRED, 2), bench.metrics.snapshot().heldBack());
    bench.clock.pass(Duration.ofSeconds(3));
    bench.core.tick();
    assertEquals(List.of("b", "d"), claimed("b", "c", "d"));
  }

  @Test
  void shouldGoOnWithADestinationWhileAnotherOfItsAccountGivesNoAnswer() {
    warmUp("posts", 3);
    warmUp("media", 3);
    bench.connector.onSend =
        (request, gate) -> {
          gate.open();
          return request.destination().name().equals("media")
              ? FakeConnector.unknown()
              : FakeConnector.accepted();
        };
    offer("media", "a", "b", "c");
    for (String operation : List.of("a", "b", "c")) {
      grant("media", operation);
      outlet.runCalls();
    }

    offer("posts", "d", "e", "f");
    offer("media", "g", "h");

    assertEquals(List.of("d", "e", "f", "g"), claimed("d", "e", "f", "g", "h"));
  }

  private void warmUp(String destination, int operations) {
    for (int number = 0; number < operations; number++) {
      String operation = destination + "-warm-" + number;
      offer(destination, operation);
      grant(destination, operation);
      outlet.runCalls();
      bench.clock.pass(Duration.ofSeconds(1));
    }
    bench.core.tick();
  }

  private void offer(String destination, String... operations) {
    for (String operation : operations) {
      bench.read(Commands.send(destination, operation, 1));
    }
  }

  private void grant(String destination, String operation) {
    Command grant = Commands.grant(destination, operation, 1, outlet.claimIdOf(operation));
    String hash = CONTRACTS.find(destination).orElseThrow().hash();
    bench.read(Commands.withHash(grant, hash));
  }

  private List<String> claimed(String... ofThese) {
    return List.of(ofThese).stream()
        .filter(
            operation ->
                outlet.log.stream()
                    .anyMatch(
                        event ->
                            event.getOperationId().equals(operation)
                                && event.getFact() instanceof ClaimRequested))
        .toList();
  }

  private static String contract(String name, String account, String url, String limits) {
    return """
      %s:
        connector: fake
        account: %s
        environment: test
        approval: not-required
        lease: 60s
        limits: %s
        send: {method: POST, url: "%s", timeout: 20s, provider-id: /id}
        readback:
          - {by: id, url: "%s?id={providerId}"}
        item: {provider-id: /id}
    """
        .formatted(name, account, limits.isEmpty() ? "{}" : limits, url, url);
  }
}
