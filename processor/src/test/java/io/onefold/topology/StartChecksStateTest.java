package io.onefold.topology;

import static io.onefold.topology.CheckedStart.INTENTS;
import static io.onefold.topology.CheckedStart.PARTITIONS;
import static io.onefold.topology.CheckedStart.STATE;
import static io.onefold.topology.CheckedStart.TOPICS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The topics of the stores that every version had. */
class StartChecksStateTest {
  private final CheckedStart start = new CheckedStart();
  private final FakeCluster cluster = start.cluster();

  @Test
  void shouldRefuseAndNamePartitionsWhenStateIsLostInSome() {
    // given
    start.ran();
    cluster.holds(TOPICS.journal(), 1, 0, 5).holds(TOPICS.journal(), 2, 0, 5);
    cluster
        .committed(INTENTS, 0, 0)
        .committed(INTENTS, 1, 0)
        .committed(TOPICS.providerEvents(), 2, 0);

    // when
    List<String> problems = start.refused();

    // then
    assertEquals(
        List.of(
            "the state is lost (STATE_GAP): topic onefold-ledger-operations-changelog has no"
                + " records in partition 1, 2, but onefold.journal has records; nothing is sent on"
                + " a lost state; build it again from the journal with: onefold rebuild"
                + " --application-id onefold-ledger"),
        problems);
  }

  @ParameterizedTest
  @ValueSource(strings = {"operations", "timers", "workers"})
  void shouldRefuseWhenRecordsOfAStoreWereDeletedFromItsStart(String store) {
    // given
    start.ran();
    String changelog = "onefold-ledger-" + store + "-changelog";
    cluster.committed(INTENTS, 0, 0).holds(changelog, 0, 4, 9).holds(changelog, 2, 7, 7);

    // when
    List<String> problems = start.refused();

    // then
    assertEquals(
        List.of(
            "the state is lost (STATE_GAP): records of topic %s were deleted from its start in partition 0, 2, but onefold.journal has records; nothing is sent on a lost state; build it again from the journal with: onefold rebuild --application-id onefold-ledger"
                .formatted(changelog)),
        problems);
  }

  @ParameterizedTest
  @ValueSource(strings = {"operations", "timers", "workers"})
  void shouldRefuseWhenTheTopicOfAStoreMayDeleteByAge(String store) {
    // given
    String changelog = "onefold-ledger-" + store + "-changelog";
    cluster
        .with(changelog, PARTITIONS)
        .set(changelog, "cleanup.policy", "compact,delete")
        .set(changelog, "retention.ms", "60000");

    // when
    List<String> problems = start.refused();

    // then
    assertEquals(
        List.of(
            "topic %s has cleanup.policy=compact,delete (retention.ms=60000); allowed is only compact: it is the ledger's memory and must never be deleted by age or size"
                .formatted(changelog)),
        problems);
  }

  @ParameterizedTest
  @ValueSource(strings = {"operations", "timers", "workers"})
  void shouldRefuseWhenTheTopicOfAStoreIsGone(String store) {
    // given
    start.ran();
    cluster.committed(INTENTS, 0, 0).without("onefold-ledger-" + store + "-changelog");

    // when
    List<String> problems = start.refused();

    // then
    assertEquals(1, problems.size());
    assertTrue(
        problems
            .get(0)
            .startsWith(
                "the state is lost (STATE_GAP): topic onefold-ledger-%s-changelog does not exist"
                    .formatted(store)),
        problems::toString);
  }

  @Test
  void shouldRefuseWhenNumberOfPartitionsIsNotThatOfTheState() {
    // given
    start.ran();
    cluster.committed(INTENTS, 0, 0).with(STATE, 8);

    // when
    List<String> problems = start.refused();

    // then
    assertEquals(
        List.of(
            "the state was built with 8 partitions (topic onefold-ledger-operations-changelog), but"
                + " onefold.intents has 3; the number can never change (STATE_GAP): operations"
                + " would be looked for where they never were; make topics with the old number,"
                + " under another --topic-prefix or cluster, and copy the records to the same"
                + " partitions"),
        problems);
  }
}
