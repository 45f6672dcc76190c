package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicsTest {
  private final Topics topics = Topics.standard();

  private TopicSpec spec(String name) {
    return topics.specs(List.of("mail")).stream()
        .filter(spec -> spec.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldBeginWithThePrefixWhenNamed() {
    assertEquals("onefold.intents", topics.intents());
    assertEquals("onefold.provider-events", topics.providerEvents());
    assertEquals("onefold.reviews", topics.reviews());
    assertEquals("onefold.commands", topics.commands("default"));
    assertEquals("onefold.commands.mail", topics.commands("mail"));
    assertEquals("onefold.journal", topics.journal());
    assertEquals("onefold.receipts", topics.receipts());
    assertEquals("onefold.checkpoints", topics.checkpoints());
    assertEquals("onefold.escalations", topics.escalations());
    assertEquals("onefold.dead-letters", topics.deadLetters());
    assertEquals("intents", new Topics("").intents());
    assertEquals("onefold.destinations", topics.destinations());
    assertEquals(
        List.of(
            "onefold.intents",
            "onefold.provider-events",
            "onefold.reviews",
            "onefold.destinations"),
        topics.inputs());
  }

  @ParameterizedTest
  @ValueSource(strings = {"one fold.", "é", "a/b", "x\n"})
  void shouldRefuseThePrefixWhenATopicCannotBeginWithIt(String prefix) {
    var refused = assertThrows(IllegalArgumentException.class, () -> new Topics(prefix));

    assertTrue(refused.getMessage().contains("A-Z a-z 0-9 . _ -"), refused::getMessage);
    assertThrows(IllegalArgumentException.class, () -> new Topics("x".repeat(101)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a.b", "a b", "ü", "../x"})
  void shouldRefuseThePoolWhenATopicCannotEndWithIt(String pool) {
    var refused = assertThrows(IllegalArgumentException.class, () -> topics.commands(pool));

    assertTrue(refused.getMessage().contains("the pool is"), refused::getMessage);
    assertThrows(IllegalArgumentException.class, () -> topics.specs(List.of(pool)));
  }

  @ParameterizedTest
  @CsvSource({
    "onefold.intents,INTENT",
    "onefold.commands,COMMAND",
    "onefold.commands.mail,COMMAND",
    "onefold.journal,OPERATION_EVENT",
    "onefold.dead-letters,",
    "onefold.destinations,DESTINATION_RECORD",
    "onefold.operation-snapshot,",
    "onefold.destination-snapshot,",
    "onefold.partition-snapshot,",
    "onefold.checkpoints,CHECKPOINT",
    "onefold.payload-keys,PAYLOAD_KEY",
    "onefold.commands.,",
    "onefold.commands.default,",
    "onefold.commands.a.b,",
    "intents,",
    "other.intents,",
  })
  void shouldKnowTheMessageOfATopicWhenItIsOurs(String topic, Message message) {
    assertEquals(Optional.ofNullable(message), topics.messageOf(topic));
  }

  @Test
  void shouldListEveryTopicOnceWhenPoolsAreInUse() {
    List<String> names =
        topics.specs(List.of("mail", "default", "mail")).stream().map(TopicSpec::name).toList();

    assertEquals(
        List.of(
            "onefold.intents",
            "onefold.provider-events",
            "onefold.reviews",
            "onefold.destinations",
            "onefold.commands",
            "onefold.commands.mail",
            "onefold.journal",
            "onefold.checkpoints",
            "onefold.receipts",
            "onefold.escalations",
            "onefold.payload-keys",
            "onefold.dead-letters"),
        names);
  }

  @Test
  void shouldKeepWhatIsKeptForEverWhenConfigured() {
    Map<String, String> journal = spec("onefold.journal").config(3);
    Map<String, String> commands = spec("onefold.commands.mail").config(1);
    Map<String, String> escalations = spec("onefold.escalations").config(3);

    assertEquals("delete", journal.get("cleanup.policy"));
    assertEquals("-1", journal.get("retention.ms"));
    assertEquals("-1", journal.get("retention.bytes"));
    assertEquals("2", journal.get("min.insync.replicas"));
    assertEquals("2097152", journal.get("max.message.bytes"));
    assertEquals("604800000", commands.get("retention.ms"));
    assertEquals("1", commands.get("min.insync.replicas"));
    assertEquals("compact", escalations.get("cleanup.policy"));
  }

  @Test
  void shouldCloseSegmentsDailyWhenIntentsAreKeptForALimitedTime() {
    Map<String, String> config =
        spec("onefold.intents").withRetention(Duration.ofDays(90)).config(3);

    assertEquals("7776000000", config.get("retention.ms"));
    assertEquals("86400000", config.get("segment.ms"));
  }

  @Test
  void shouldRefuseWhenTheRetentionIsTooShortOrNotForThatTopic() {
    TopicSpec intents = spec("onefold.intents");
    TopicSpec journal = spec("onefold.journal");

    assertThrows(IllegalArgumentException.class, () -> intents.withRetention(Duration.ofDays(6)));
    assertThrows(IllegalArgumentException.class, () -> journal.withRetention(Duration.ofDays(90)));
  }

  @Test
  void shouldFindNoDangerWhenTheTopicIsAsConfiguredOrMoreCareful() {
    TopicSpec commands = spec("onefold.commands");
    Map<String, String> longer = new HashMap<>(commands.config(3));
    longer.put("retention.ms", "-1");
    longer.put("max.message.bytes", "9999999");
    longer.put("min.insync.replicas", "3");

    for (TopicSpec spec : topics.specs(List.of())) {
      assertEquals(List.of(), spec.dangers(spec.config(3), 3));
    }
    assertEquals(List.of(), commands.dangers(longer, 3));
  }

  /** K27: a topic that holds state must not be deleted by age. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "onefold.journal;retention.ms;86400000;only -1",
        "onefold.journal;retention.bytes;1073741824;only -1",
        "onefold.journal;cleanup.policy;compact,delete;only delete",
        "onefold.escalations;cleanup.policy;compact,delete;only compact",
        "onefold.intents;unclean.leader.election.enable;true;only false",
        "onefold.receipts;min.insync.replicas;1;2 or more",
        "onefold.intents;max.message.bytes;1048588;2097152 or more",
        "onefold.commands;retention.ms;3600000;604800000 or more",
        "onefold.commands;retention.ms;soon;604800000 or more",
      })
  void shouldNameTopicAndSettingWhenASettingIsDangerous(
      String topic, String setting, String value, String allowed) {
    Map<String, String> actual = new HashMap<>(spec(topic).config(3));
    actual.put(setting, value);

    List<String> dangers = spec(topic).dangers(actual, 3);

    assertEquals(
        List.of("topic " + topic + " has " + setting + "=" + value + "; allowed is " + allowed),
        dangers);
  }
}
