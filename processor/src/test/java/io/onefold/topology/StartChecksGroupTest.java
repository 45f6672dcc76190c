package io.onefold.topology;

import static io.onefold.topology.CheckedStart.DESTINATIONS_STATE;
import static io.onefold.topology.CheckedStart.HEADS_STATE;
import static io.onefold.topology.CheckedStart.INTENTS;
import static io.onefold.topology.CheckedStart.MARKS_STATE;
import static io.onefold.topology.CheckedStart.PARTITIONS;
import static io.onefold.topology.CheckedStart.STATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who else runs, or ran. */
class StartChecksGroupTest {
  private final CheckedStart start = new CheckedStart();
  private final FakeCluster cluster = start.cluster();

  @Test
  void shouldRefuseWhenALedgerOfAnotherNameReadsTheSameTopics() {
    // given
    cluster.isReadBy("onefold-ledgr");

    // when
    String message = start.refused().getFirst();

    // then
    assertTrue(message.contains("with the application ID onefold-ledgr"), message);
  }

  @Test
  void shouldRefuseWhenTheBrokersRememberAStreamsGroupWithOtherStores() {
    // given
    start.ran();
    cluster.without(HEADS_STATE).remembers(Set.of(STATE, DESTINATIONS_STATE));
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);

    // when
    List<String> problems = start.refused();

    // then
    assertEquals(1, problems.size(), problems::toString);
    assertTrue(
        problems.get(0).contains("[" + DESTINATIONS_STATE + ", " + STATE + "]; this one needs ["),
        problems::toString);
    assertTrue(problems.get(0).contains("--group-protocol classic"), problems::toString);
  }

  @Test
  void shouldStartWhenTheStreamsGroupHasTheSameStores() {
    // given
    start.ran();
    cluster.remembers(
        Stores.ALL.stream()
            .map(store -> Stores.changelog(LedgerSettings.DEFAULT_APPLICATION_ID, store))
            .collect(Collectors.toSet()));
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);

    // when
    StartChecks.Findings findings = start.run();

    // then
    assertEquals(PARTITIONS, findings.partitions());
  }

  @Test
  void shouldRefuseOnlyWhileLedgersWithoutTheNewStoreRunInAClassicGroup() {
    // given
    start.ran();
    cluster.without(HEADS_STATE).with(MARKS_STATE, PARTITIONS).joined(2);
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);
    start.inClassicGroup();

    // when
    List<String> problems = start.refused();
    cluster.joined(0);
    StartChecks.Findings stopped = start.run();
    cluster.joined(2).with(HEADS_STATE, PARTITIONS);
    StartChecks.Findings beside = start.run();

    // then
    assertEquals(1, problems.size(), problems::toString);
    assertTrue(problems.get(0).contains(HEADS_STATE + " does not exist, but"), problems::toString);
    assertEquals(PARTITIONS, stopped.partitions());
    assertEquals(PARTITIONS, beside.partitions());
  }

  /** The group that makes the topic may be one of ledgers that were started together with us. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldStartWhenTheOthersMakeTheNewStoreOrLeaveMeanwhile(boolean made) {
    // given
    start.ran();
    cluster.without(HEADS_STATE).with(MARKS_STATE, PARTITIONS).joined(2);
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);
    cluster.atLook(
        3, () -> cluster.joined(made ? 2 : 0).with(made ? HEADS_STATE : "other", PARTITIONS));
    start.inClassicGroup();
    start.waiting(Duration.ofMinutes(5));

    // when
    StartChecks.Findings findings = start.run();

    // then
    assertEquals(PARTITIONS, findings.partitions());
  }
}
