package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartChecksTest {
  private static final int PARTITIONS = 3;
  private static final Topics TOPICS = LedgerDriver.TOPICS;
  private static final String INTENTS = TOPICS.intents();
  private static final String EVENTS = TOPICS.providerEvents();
  private static final String REVIEWS = TOPICS.reviews();
  private static final String DESTINATIONS_STATE = "onefold-ledger-destinations-changelog";
  private static final String HEADS_STATE = "onefold-ledger-heads-changelog";
  private static final String MARKS_STATE = "onefold-ledger-marks-changelog";
  private static final String STATE = "onefold-ledger-operations-changelog";

  private LedgerSettings settings =
      LedgerSettings.of("localhost:1", Path.of("unused"), LedgerDriver.destinations(), 0);
  private final FakeCluster cluster = new FakeCluster();
  private Duration patience = Duration.ZERO;

  @BeforeEach
  void createTopics() {
    TOPICS.specs(LedgerDriver.destinations().pools()).forEach(s -> cluster.with(s, PARTITIONS));
  }

  @Test
  void shouldStartFromTheBeginningWhenNothingEverHappened() {
    // given
    cluster.holds(INTENTS, 1, 0, 17);

    // when
    StartChecks.Findings findings = run();

    // then
    assertEquals(PARTITIONS, findings.partitions());
    assertEquals(PARTITIONS * TOPICS.inputs().size(), findings.unread().size());
    assertEquals(0L, findings.unread().get(new TopicPartition(INTENTS, 1)));
  }

  @Test
  void shouldRefuseWhenALedgerOfAnotherNameReadsTheSameTopics() {
    // given
    cluster.isReadBy("onefold-ledgr");

    // when
    String message = assertThrows(StartRefusedException.class, this::run).getMessage();

    // then
    assertTrue(message.contains("with the application ID onefold-ledgr"), message);
  }

  @Test
  void shouldStartWhenItRanAndEveryPositionIsKnown() {
    // given
    ran();
    for (String input : TOPICS.inputs()) {
      for (int i = 0; i < PARTITIONS; i++) {
        cluster.holds(input, i, 0, 9).committed(input, i, 9);
      }
    }

    // when
    StartChecks.Findings findings = run();

    // then
    assertTrue(findings.unread().isEmpty());
  }

  @Test
  void shouldStartWhenItRanAndNobodyEverWroteAReview() {
    // given
    ran();
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);

    // when
    StartChecks.Findings findings = run();

    // then
    assertEquals(PARTITIONS * TOPICS.inputs().size() - 1, findings.unread().size());
    assertFalse(findings.unread().containsKey(new TopicPartition(INTENTS, 0)));
  }

  @Test
  void shouldStartWhenAnEarlierVersionRanThatHadNoStoreOfDestinations() {
    // given
    ran();
    cluster.without(DESTINATIONS_STATE);
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);

    // when
    StartChecks.Findings findings = run();

    // then
    assertTrue(findings.unread().containsKey(new TopicPartition(TOPICS.destinations(), 0)));
  }

  @Test
  void shouldRefuseWhenTheStoreOfDestinationsIsLost() {
    // given
    ran();
    cluster.without(DESTINATIONS_STATE);
    cluster.holds(TOPICS.destinations(), 0, 0, 9).committed(TOPICS.destinations(), 0, 4);

    // when
    List<String> problems = refused();

    // then
    assertEquals(1, problems.size(), problems::toString);
    assertTrue(problems.get(0).contains(DESTINATIONS_STATE), problems::toString);
  }

  @Test
  void shouldStartWhenAnEarlierVersionRanThatCountedNoEvents() {
    // given
    ran();
    cluster.without(HEADS_STATE);
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);

    // when
    StartChecks.Findings findings = run();

    // then
    assertEquals(PARTITIONS, findings.partitions());
  }

  @Test
  void shouldRefuseWhenTheBrokersRememberAStreamsGroupWithOtherStores() {
    // given
    ran();
    cluster.without(HEADS_STATE).remembers(Set.of(STATE, DESTINATIONS_STATE));
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);

    // when
    List<String> problems = refused();

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
    ran();
    cluster.remembers(
        Stores.ALL.stream()
            .map(store -> Stores.changelog(LedgerSettings.DEFAULT_APPLICATION_ID, store))
            .collect(Collectors.toSet()));
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);

    // when
    StartChecks.Findings findings = run();

    // then
    assertEquals(PARTITIONS, findings.partitions());
  }

  @Test
  void shouldRefuseOnlyWhileLedgersWithoutTheNewStoreRunInAClassicGroup() {
    // given
    ran();
    cluster.without(HEADS_STATE).with(MARKS_STATE, PARTITIONS).joined(2);
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);
    settings = settings.withStreaming(LedgerSettings.Streaming.of("classic"));

    // when
    List<String> problems = refused();
    cluster.joined(0);
    StartChecks.Findings stopped = run();
    cluster.joined(2).with(HEADS_STATE, PARTITIONS);
    StartChecks.Findings beside = run();

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
    ran();
    cluster.without(HEADS_STATE).with(MARKS_STATE, PARTITIONS).joined(2);
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);
    cluster.atLook(
        3, () -> cluster.joined(made ? 2 : 0).with(made ? HEADS_STATE : "other", PARTITIONS));
    settings = settings.withStreaming(LedgerSettings.Streaming.of("classic"));
    patience = Duration.ofMinutes(5);

    // when
    StartChecks.Findings findings = run();

    // then
    assertEquals(PARTITIONS, findings.partitions());
  }

  @Test
  void shouldRefuseWhenTheStoreOfHeadsIsLostButCheckpointsAreNot() {
    // given
    ran();
    cluster.holds(TOPICS.checkpoints(), 0, 0, 2).holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);

    // when
    List<String> emptied = refused();
    cluster.without(HEADS_STATE);
    List<String> gone = refused();
    cluster.with(HEADS_STATE, PARTITIONS).holds(HEADS_STATE, 0, 0, 5);
    cluster.with(MARKS_STATE, PARTITIONS);
    StartChecks.Findings findings = run();

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
    ran();
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);

    // when
    StartChecks.Findings ofAnEarlierVersion = run();
    cluster.holds(HEADS_STATE, 0, 0, 5);
    List<String> lost = refused();
    cluster.with(MARKS_STATE, PARTITIONS);
    StartChecks.Findings whole = run();

    // then
    assertEquals(PARTITIONS, ofAnEarlierVersion.partitions());
    assertEquals(1, lost.size(), lost::toString);
    assertTrue(lost.get(0).contains(MARKS_STATE + " does not exist"), lost::toString);
    assertEquals(PARTITIONS, whole.partitions());
  }

  @Test
  void shouldNameEveryMissingTopicAndTheCommand() {
    // given
    cluster.without(REVIEWS).without(TOPICS.commands("presses"));

    // when
    List<String> problems = refused();

    // then
    assertEquals(
        List.of(
            "topic onefold.reviews does not exist; create it with: onefold topics create",
            "topic onefold.commands.presses does not exist; create it with: onefold topics create"),
        problems);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "onefold.provider-events",
        "onefold.reviews",
        "onefold.commands",
        "onefold.commands.presses",
        "onefold.journal",
        "onefold.checkpoints"
      })
  void shouldRefuseWhenATopicHasAnotherNumberOfPartitions(String topic) {
    // given
    cluster.with(topic, PARTITIONS + 1);

    // when
    List<String> problems = refused();

    // then
    assertEquals(
        List.of(
            "topic %s has 4 partitions, onefold.intents has 3; all topics that are keyed by operation must have the same number"
                .formatted(topic)),
        problems);
  }

  @ParameterizedTest
  @CsvSource({
    "onefold.intents, cleanup.policy, compact, only delete",
    "onefold.journal, retention.ms, 604800000, only -1",
    "onefold.receipts, retention.bytes, 1000000, only -1",
    "onefold.escalations, cleanup.policy, delete, only compact",
    "onefold.provider-events, unclean.leader.election.enable, true, only false",
    "onefold.commands, min.insync.replicas, 1, 2 or more",
    "onefold.reviews, max.message.bytes, 1000, 2097152 or more"
  })
  void shouldNameSettingAndWhatIsAllowedWhenATopicIsDangerous(
      String topic, String setting, String value, String allowed) {
    // given
    cluster.set(topic, setting, value);

    // when
    List<String> problems = refused();

    // then
    assertEquals(
        List.of("topic %s has %s=%s; allowed is %s".formatted(topic, setting, value, allowed)),
        problems);
  }

  @Test
  void shouldNameAllProblemsAtOnce() {
    // given
    cluster.without(TOPICS.receipts()).with(REVIEWS, 1).set(INTENTS, "retention.ms", "1");

    // when
    List<String> problems = refused();

    // then
    assertEquals(3, problems.size(), problems::toString);
  }

  @Test
  void shouldRefuseAndNamePartitionsWhenStateIsLostInSome() {
    // given
    ran();
    cluster.holds(TOPICS.journal(), 1, 0, 5).holds(TOPICS.journal(), 2, 0, 5);
    cluster.committed(INTENTS, 0, 0).committed(INTENTS, 1, 0).committed(EVENTS, 2, 0);

    // when
    List<String> problems = refused();

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
    ran();
    String changelog = "onefold-ledger-" + store + "-changelog";
    cluster.committed(INTENTS, 0, 0).holds(changelog, 0, 4, 9).holds(changelog, 2, 7, 7);

    // when
    List<String> problems = refused();

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
    List<String> problems = refused();

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
    ran();
    cluster.committed(INTENTS, 0, 0).without("onefold-ledger-" + store + "-changelog");

    // when
    List<String> problems = refused();

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
    ran();
    cluster.committed(INTENTS, 0, 0).with(STATE, 8);

    // when
    List<String> problems = refused();

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

  @Test
  void shouldRefuseWhenPositionsAreLost() {
    // given
    ran();
    cluster.holds(TOPICS.journal(), 1, 0, 5).holds(STATE, 1, 0, 5);
    cluster.committed(REVIEWS, 1, 0);

    // when
    List<String> problems = refused();

    // then
    assertEquals(1, problems.size());
    assertTrue(
        problems
            .get(0)
            .startsWith(
                "group onefold-ledger has no offsets any more in partition 0, but onefold.journal"
                    + " has records there; set them with: onefold rebuild --application-id"
                    + " onefold-ledger; or reset"),
        problems::toString);
  }

  @ParameterizedTest
  @CsvSource({"4, 5, 9", "10, 0, 9", "1, 0, 0"})
  void shouldRefuseWhenAPositionIsOutsideOfItsPartition(long offset, long first, long end) {
    // given
    ran();
    cluster.holds(INTENTS, 0, first, end).committed(INTENTS, 0, offset);

    // when
    List<String> problems = refused();

    // then
    assertEquals(
        List.of(
            "the ledger has read partition 0 of onefold.intents up to offset %d, but the partition holds %d to %d: records were deleted before they were read, or the topic was made anew (STATE_GAP); bring its records back; if they are all there at other offsets, as in a mirror, set the position with: onefold rebuild --application-id onefold-ledger"
                .formatted(offset, first, end)),
        problems);
  }

  /** Partition 0 has been in use. */
  private void ran() {
    cluster.holds(TOPICS.journal(), 0, 0, 5).holds(STATE, 0, 0, 5);
    for (String store : List.of("operations", "timers", "workers", "destinations", "heads")) {
      cluster.with("onefold-ledger-" + store + "-changelog", PARTITIONS);
    }
  }

  private StartChecks.Findings run() {
    return new StartChecks(cluster, settings, patience).run();
  }

  private List<String> refused() {
    return assertThrows(StartRefusedException.class, this::run).getMessage().lines().toList();
  }
}
