package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.Command;
import io.onefold.schema.Send;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.state.StoreBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is wired to what, and what its topics keep. */
class WiringTest {
  private static final String ID = "campaign|website|launch-post";

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
            LedgerClock.of(InstantSource.system()));

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
            LedgerClock.of(InstantSource.system()));

    // when
    Set<StoreBuilder<?>> stores =
        new OperationTopology.Supplier(parts, (partition, store) -> {}).stores();

    // then
    assertEquals(6, stores.size());
    stores.forEach(
        store ->
            assertEquals(
                Map.of("cleanup.policy", "compact", "max.message.bytes", "4194304"),
                store.logConfig(),
                store.name()));
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
}
