package io.onefold.standalone.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.ActualTopic;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TopicWarningsTest {
  private static final Map<String, ActualTopic> TOPICS =
      Map.of("a", topic(3, 1), "b", topic(3, 2), "c", topic(7, 3), "d", topic(3, 1));

  @Test
  void shouldNameTheTopicsByTheirCopiesWhenTheyAreFewerThanThree() {
    String warning = TopicWarnings.fewCopies(TOPICS).orElseThrow();

    assertTrue(
        warning.startsWith("fewer than 3 copies of each record: 1 (a, d), 2 (b); "), warning);
  }

  @Test
  void shouldSayWhyAndWhatToDoWhenNewTopicsHaveFewCopies() {
    String warning = TopicWarnings.newCopies(Set.of("a", "c"), TOPICS).orElseThrow();

    assertTrue(warning.contains("the cluster has fewer than 3 brokers now: 1 (a); "), warning);
    assertTrue(warning.contains("--replicas 3"), warning);
    assertTrue(warning.contains("kafka-reassign-partitions.sh"), warning);
  }

  @Test
  void shouldNameTheExistingTopicsWhenTheyHaveOtherPartitionsThanAskedFor() {
    String warning = TopicWarnings.otherPartitions(7, Set.of("b"), TOPICS).orElseThrow();

    assertEquals(
        "not the 7 partitions that --partitions asks for: 3 (a, d);"
            + " the number of an existing topic is never changed",
        warning);
  }

  @Test
  void shouldSayNothingWhenAllIsAsItShouldBe() {
    Map<String, ActualTopic> sound = Map.of("a", topic(7, 3), "b", topic(7, 5));

    assertEquals(Optional.empty(), TopicWarnings.fewCopies(sound));
    assertEquals(Optional.empty(), TopicWarnings.newCopies(Set.of("a"), sound));
    assertEquals(Optional.empty(), TopicWarnings.newCopies(Set.of(), TOPICS));
    assertEquals(Optional.empty(), TopicWarnings.otherPartitions(7, Set.of(), sound));
  }

  private static ActualTopic topic(int partitions, int replicas) {
    return new ActualTopic(partitions, replicas, Map.of());
  }
}
