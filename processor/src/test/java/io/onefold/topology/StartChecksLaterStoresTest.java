package io.onefold.topology;

import static io.onefold.topology.CheckedStart.DESTINATIONS_STATE;
import static io.onefold.topology.CheckedStart.HEADS_STATE;
import static io.onefold.topology.CheckedStart.INTENTS;
import static io.onefold.topology.CheckedStart.MARKS_STATE;
import static io.onefold.topology.CheckedStart.PARTITIONS;
import static io.onefold.topology.CheckedStart.TOPICS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** The topics of the stores that an earlier version had not: new, or lost. */
class StartChecksLaterStoresTest {
  private final CheckedStart start = new CheckedStart();
  private final FakeCluster cluster = start.cluster();

  @Test
  void shouldStartWhenAnEarlierVersionRanThatHadNoStoreOfDestinations() {
    // given
    start.ran();
    cluster.without(DESTINATIONS_STATE);
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);

    // when
    StartChecks.Findings findings = start.run();

    // then
    assertTrue(findings.unread().containsKey(new TopicPartition(TOPICS.destinations(), 0)));
  }

  @Test
  void shouldRefuseWhenTheStoreOfDestinationsIsLost() {
    // given
    start.ran();
    cluster.without(DESTINATIONS_STATE);
    cluster.holds(TOPICS.destinations(), 0, 0, 9).committed(TOPICS.destinations(), 0, 4);

    // when
    List<String> problems = start.refused();

    // then
    assertEquals(1, problems.size(), problems::toString);
    assertTrue(problems.get(0).contains(DESTINATIONS_STATE), problems::toString);
  }

  @Test
  void shouldStartWhenAnEarlierVersionRanThatCountedNoEvents() {
    // given
    start.ran();
    cluster.without(HEADS_STATE);
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);

    // when
    StartChecks.Findings findings = start.run();

    // then
    assertEquals(PARTITIONS, findings.partitions());
  }

  @Test
  void shouldRefuseWhenTheStoreOfHeadsIsLostButCheckpointsAreNot() {
    // given
    start.ran();
    cluster.holds(TOPICS.checkpoints(), 0, 0, 2).holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);

    // when
    List<String> emptied = start.refused();
    cluster.without(HEADS_STATE);
    List<String> gone = start.refused();
    cluster.with(HEADS_STATE, PARTITIONS).holds(HEADS_STATE, 0, 0, 5);
    cluster.with(MARKS_STATE, PARTITIONS);
    StartChecks.Findings findings = start.run();

    // then
    assertEquals(1, emptied.size(), emptied::toString);
    assertTrue(
        emptied.get(0).contains(HEADS_STATE + " has no records in partition 0"), emptied::toString);
    assertEquals(1, gone.size(), gone::toString);
    assertTrue(gone.get(0).contains(HEADS_STATE + " does not exist"), gone::toString);
    assertEquals(PARTITIONS, findings.partitions());
  }

  @Test
  void shouldRefuseWhenTheMarksAloneAreLostOfALedgerThatMadeSome() {
    // given
    start.ran();
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);

    // when
    StartChecks.Findings ofAnEarlierVersion = start.run();
    cluster.holds(HEADS_STATE, 0, 0, 5);
    List<String> lost = start.refused();
    cluster.with(MARKS_STATE, PARTITIONS);
    StartChecks.Findings whole = start.run();

    // then
    assertEquals(PARTITIONS, ofAnEarlierVersion.partitions());
    assertEquals(1, lost.size(), lost::toString);
    assertTrue(lost.get(0).contains(MARKS_STATE + " does not exist"), lost::toString);
    assertEquals(PARTITIONS, whole.partitions());
  }
}
