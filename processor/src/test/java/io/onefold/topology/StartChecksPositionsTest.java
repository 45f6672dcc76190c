package io.onefold.topology;

import static io.onefold.topology.CheckedStart.INTENTS;
import static io.onefold.topology.CheckedStart.PARTITIONS;
import static io.onefold.topology.CheckedStart.STATE;
import static io.onefold.topology.CheckedStart.TOPICS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the ledger goes on reading. */
class StartChecksPositionsTest {
  private final CheckedStart start = new CheckedStart();
  private final FakeCluster cluster = start.cluster();

  @Test
  void shouldStartFromTheBeginningWhenNothingEverHappened() {
    // given
    cluster.holds(INTENTS, 1, 0, 17);

    // when
    StartChecks.Findings findings = start.run();

    // then
    assertEquals(PARTITIONS, findings.partitions());
    assertEquals(PARTITIONS * TOPICS.inputs().size(), findings.unread().size());
    assertEquals(0L, findings.unread().get(new TopicPartition(INTENTS, 1)));
  }

  @Test
  void shouldStartWhenItRanAndEveryPositionIsKnown() {
    // given
    start.ran();
    for (String input : TOPICS.inputs()) {
      for (int i = 0; i < PARTITIONS; i++) {
        cluster.holds(input, i, 0, 9).committed(input, i, 9);
      }
    }

    // when
    StartChecks.Findings findings = start.run();

    // then
    assertTrue(findings.unread().isEmpty());
  }

  @Test
  void shouldStartWhenItRanAndNobodyEverWroteAReview() {
    // given
    start.ran();
    cluster.holds(INTENTS, 0, 0, 9).committed(INTENTS, 0, 9);

    // when
    StartChecks.Findings findings = start.run();

    // then
    assertEquals(PARTITIONS * TOPICS.inputs().size() - 1, findings.unread().size());
    assertFalse(findings.unread().containsKey(new TopicPartition(INTENTS, 0)));
  }

  @Test
  void shouldRefuseWhenPositionsAreLost() {
    // given
    start.ran();
    cluster.holds(TOPICS.journal(), 1, 0, 5).holds(STATE, 1, 0, 5);
    cluster.committed(TOPICS.reviews(), 1, 0);

    // when
    List<String> problems = start.refused();

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
    start.ran();
    cluster.holds(INTENTS, 0, first, end).committed(INTENTS, 0, offset);

    // when
    List<String> problems = start.refused();

    // then
    assertEquals(
        List.of(
            "the ledger has read partition 0 of onefold.intents up to offset %d, but the partition holds %d to %d: records were deleted before they were read, or the topic was made anew (STATE_GAP); bring its records back; if they are all there at other offsets, as in a mirror, set the position with: onefold rebuild --application-id onefold-ledger"
                .formatted(offset, first, end)),
        problems);
  }
}
