package io.onefold.proof.simulation;

import io.onefold.audit.Rule;
import io.onefold.audit.TopicRecord;
import io.onefold.proof.simulation.Tamper.Trace;
import io.onefold.schema.Escalation;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Receipt;
import io.onefold.schema.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.TopicPartition;

/** What the ways to tamper are made of: each changes a copy and says what must be told of it. */
final class Attacks {
  private Attacks() {}

  static String journal() {
    return PlayedTopics.NAMES.journal();
  }

  static String receipts() {
    return PlayedTopics.NAMES.receipts();
  }

  static String intents() {
    return PlayedTopics.NAMES.intents();
  }

  static String events() {
    return PlayedTopics.NAMES.providerEvents();
  }

  static String reviews() {
    return PlayedTopics.NAMES.reviews();
  }

  static String escalations() {
    return PlayedTopics.NAMES.escalations();
  }

  static String controls() {
    return PlayedTopics.NAMES.destinations();
  }

  static String commands() {
    return PlayedTopics.NAMES.commands(Topics.DEFAULT_POOL);
  }

  static byte[] key(TopicRecord at) {
    return Objects.requireNonNull(at.key());
  }

  static String id(TopicRecord at) {
    return new String(key(at), StandardCharsets.UTF_8);
  }

  static Trace trace(Rule rule, TopicRecord at) {
    return new Trace(rule, at.topic(), at.partition(), at.offset());
  }

  static Trace replaced(PlayedTopics t, TopicRecord old, TopicRecord now, Rule rule) {
    t.replace(old, now);
    return trace(rule, now);
  }

  static TopicRecord keyed(TopicRecord at, String key) {
    return new TopicRecord(
        at.topic(),
        at.partition(),
        at.offset(),
        at.timestampMs(),
        key.getBytes(StandardCharsets.UTF_8),
        at.value(),
        at.headers());
  }

  static boolean isEnd(OperationEvent event) {
    return switch (event.getConclusion().getKind()) {
      case "VERIFY", "REJECT", "RESOLVE" -> true;
      default -> false;
    };
  }

  static boolean ended(PlayedTopics t, TopicRecord like) {
    return t.first(receipts(), Receipt.class, r -> r.getOperationId().equals(id(like))).isPresent();
  }

  static <T extends SpecificRecord> Optional<Trace> change(
      PlayedTopics t,
      String topic,
      Class<T> type,
      Predicate<T> which,
      Consumer<T> change,
      Rule rule) {
    return t.first(topic, type, which)
        .map(
            at -> {
              T record = type.cast(Tampering.read(at));
              change.accept(record);
              return replaced(t, at, Tampering.with(at, Tampering.write(at, record)), rule);
            });
  }

  static <T extends SpecificRecord> Optional<Trace> remove(
      PlayedTopics t,
      String topic,
      Class<T> type,
      Predicate<T> which,
      Function<TopicRecord, Optional<Trace>> trace) {
    return t.first(topic, type, which)
        .flatMap(
            at -> {
              t.records.remove(at);
              return trace.apply(at);
            });
  }

  static <T extends SpecificRecord> Optional<Trace> moved(
      PlayedTopics t, String topic, Class<T> type, Predicate<T> which) {
    return t.first(topic, type, which).flatMap(t::move).map(at -> trace(Rule.WRONG_PARTITION, at));
  }

  static <T extends SpecificRecord> Optional<Trace> repeated(
      PlayedTopics t, String topic, Class<T> type, Predicate<T> which, Rule rule) {
    return t.first(topic, type, which).map(at -> trace(rule, t.repeat(at)));
  }

  static <T extends SpecificRecord> Optional<Trace> rekeyed(
      PlayedTopics t, String topic, Class<T> type, Predicate<T> which, String key) {
    return t.first(topic, type, which).map(at -> replaced(t, at, keyed(at, key), Rule.KEY_DIFFERS));
  }

  static boolean isOfDestination(Escalation escalation) {
    return escalation.getOperationId().startsWith("destination ");
  }

  static Optional<Trace> truncated(PlayedTopics t, String topic) {
    TopicPartition partition = new TopicPartition(topic, 0);
    t.records.removeIf(r -> r.topic().equals(topic) && r.partition() == 0 && r.offset() < 1);
    t.begins.put(partition, 1L);
    return Optional.of(new Trace(Rule.TRUNCATED, topic, 0, 1));
  }
}
