package io.onefold.topology;

import static io.onefold.topology.CheckedStart.INTENTS;
import static io.onefold.topology.CheckedStart.PARTITIONS;
import static io.onefold.topology.CheckedStart.TOPICS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartChecksTopicsTest {
  private final CheckedStart start = new CheckedStart();
  private final FakeCluster cluster = start.cluster();

  @Test
  void shouldNameEveryMissingTopicAndTheCommand() {
    // given
    cluster.without(TOPICS.reviews()).without(TOPICS.commands("presses"));

    // when
    List<String> problems = start.refused();

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
    List<String> problems = start.refused();

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
    List<String> problems = start.refused();

    // then
    assertEquals(
        List.of("topic %s has %s=%s; allowed is %s".formatted(topic, setting, value, allowed)),
        problems);
  }

  @Test
  void shouldNameAllProblemsAtOnce() {
    // given
    cluster.without(TOPICS.receipts()).with(TOPICS.reviews(), 1).set(INTENTS, "retention.ms", "1");

    // when
    List<String> problems = start.refused();

    // then
    assertEquals(3, problems.size(), problems::toString);
  }
}
