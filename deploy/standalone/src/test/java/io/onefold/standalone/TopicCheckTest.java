package io.onefold.standalone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.TopicSpec;
import io.onefold.schema.Topics;
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
  void shouldNameAllCountsWhenPartitionsDiffer() {
    // given
    Map<String, ActualTopic> actual = asCreated();
    actual.put(
        "onefold.commands.mail",
        new ActualTopic(3, 1, actual.get("onefold.commands.mail").config()));

    // when
    List<String> dangers = TopicCheck.dangers(SPECS, actual);

    // then
    assertEquals(1, dangers.size());
    assertTrue(dangers.get(0).contains("onefold.commands.mail has 3"), dangers.get(0));
  }

  @Test
  void shouldSayHowToMakeItWhenATopicIsMissing() {
    // given
    Map<String, ActualTopic> actual = asCreated();
    actual.remove("onefold.receipts");

    // when, then
    assertEquals(
        List.of("topic onefold.receipts does not exist; 'onefold topics create' makes it"),
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
