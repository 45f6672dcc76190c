package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicCheckTest {
  private static final List<TopicSpec> SPECS = Topics.standard().specs(List.of("mail"));

  @Test
  void shouldFindNothingWhenTopicsAreAsCreated() {
    assertEquals(List.of(), TopicCheck.dangers(SPECS, asCreated()));
  }

  @Test
  void shouldNameTopicAndSettingWhenAKeptTopicForgets() {
    // given K27: compacted, and a retention of one minute
    Map<String, ActualTopic> actual = asCreated();
    change(actual, "onefold.journal", "cleanup.policy", "compact,delete");
    change(actual, "onefold.journal", "retention.ms", "60000");

    // when
    List<String> dangers = TopicCheck.dangers(SPECS, actual);

    // then
    assertEquals(
        List.of(
            "topic onefold.journal has cleanup.policy=compact,delete; allowed is only delete",
            "topic onefold.journal has retention.ms=60000; allowed is only -1"),
        dangers);
  }

  @Test
  void shouldLetOnlyIntentsGoWhenTheyAreKeptForLongEnough() {
    // given
    Map<String, ActualTopic> actual = asCreated();
    change(actual, "onefold.intents", "retention.ms", "7776000000");
    change(actual, "onefold.receipts", "retention.ms", "7776000000");

    // when
    List<String> dangers = TopicCheck.dangers(SPECS, actual);

    // then
    assertEquals(
        List.of("topic onefold.receipts has retention.ms=7776000000; allowed is only -1"), dangers);
  }

  @Test
  void shouldSayTheLeastWhenIntentsGoTooSoon() {
    // given
    Map<String, ActualTopic> actual = asCreated();
    change(actual, "onefold.intents", "retention.ms", "604799999");

    // when
    List<String> dangers = TopicCheck.dangers(SPECS, actual);

    // then
    assertEquals(
        List.of("topic onefold.intents has retention.ms=604799999; allowed is 604800000 or more"),
        dangers);
  }

  @Test
  void shouldNameBothCountsWhenPartitionsDiffer() {
    // given
    Map<String, ActualTopic> actual = asCreated();
    actual.put(
        "onefold.commands.mail",
        new ActualTopic(3, 1, actual.get("onefold.commands.mail").config()));

    // when
    List<String> dangers = TopicCheck.dangers(SPECS, actual);

    // then
    assertEquals(
        List.of(
            "topic onefold.commands.mail has 3 partitions, onefold.intents has 6; all topics that"
                + " are keyed by operation must have the same number"),
        dangers);
  }

  @Test
  void shouldSayHowToMakeItWhenATopicIsMissing() {
    // given
    Map<String, ActualTopic> actual = asCreated();
    actual.remove("onefold.receipts");

    // when, then
    assertEquals(
        List.of("topic onefold.receipts does not exist; create it with: onefold topics create"),
        TopicCheck.dangers(SPECS, actual));
  }

  private static Map<String, ActualTopic> asCreated() {
    Map<String, ActualTopic> actual = new HashMap<>();
    SPECS.forEach(spec -> actual.put(spec.name(), new ActualTopic(6, 1, spec.config(1))));
    return actual;
  }

  private static void change(
      Map<String, ActualTopic> actual, String name, String setting, String value) {
    Map<String, String> config = new HashMap<>(actual.get(name).config());
    config.put(setting, value);
    actual.put(name, new ActualTopic(6, 1, config));
  }
}
