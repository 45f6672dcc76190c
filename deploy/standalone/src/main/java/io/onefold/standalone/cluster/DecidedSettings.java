package io.onefold.standalone.cluster;

import static java.util.Map.entry;

import io.onefold.standalone.cluster.Rule.AtLeast;
import io.onefold.standalone.cluster.Rule.Between;
import io.onefold.standalone.cluster.Rule.Never;
import io.onefold.standalone.cluster.Rule.Only;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings that Onefold decides itself, because its promise rests on them. */
final class DecidedSettings {
  /** The largest record that the ledger writes, in bytes. */
  private static final long LARGEST_RECORD = 4L << 20;

  private static final Rule NOT_SKIPPED =
      new Never("what cannot be read goes to the dead letters, and nothing else may be skipped");
  private static final Rule WIRE_FORMAT =
      new Never("keys and values are in Onefold's own wire format");
  private static final Rule WHOLE_RECORDS =
      new AtLeast(LARGEST_RECORD, "the largest record must fit");
  private static final Rule MEMORY =
      new Never("topics of the ledger's state must forget nothing that it remembers");
  private static final Rule OURS = new Never("the ledger brings its own");

  private static final Map<String, Rule> RULES = new HashMap<>();

  static {
    RULES.putAll(reading());
    RULES.putAll(writing());
    RULES.putAll(groups());
    RULES.putAll(streams());
    RULES.putAll(
        all(
            NOT_SKIPPED,
            "default.deserialization.exception.handler",
            "deserialization.exception.handler",
            "default.production.exception.handler",
            "production.exception.handler",
            "processing.exception.handler",
            "processing.exception.handler.global.enabled",
            "errors.dead.letter.queue.topic.name"));
    RULES.putAll(
        all(
            WIRE_FORMAT,
            "key.serializer",
            "value.serializer",
            "key.deserializer",
            "value.deserializer",
            "default.key.serde",
            "default.value.serde"));
    RULES.putAll(
        all(
            MEMORY,
            "topic.cleanup.policy",
            "topic.retention.ms",
            "topic.retention.bytes",
            "topic.max.message.bytes",
            "topic.unclean.leader.election.enable"));
    RULES.putAll(
        all(
            OURS,
            "default.timestamp.extractor",
            "rocksdb.config.setter",
            "processor.wrapper.class",
            "default.client.supplier"));
  }

  private DecidedSettings() {}

  /** The rule for a setting; empty where the operator decides. */
  static Optional<Rule> of(String name) {
    Rule whole = RULES.get(name);
    return Optional.ofNullable(whole == null ? RULES.get(SettingName.of(name).bare()) : whole);
  }

  private static Map<String, Rule> reading() {
    return Map.ofEntries(
        entry(
            "isolation.level",
            new Only("read_committed", "what an aborted transaction wrote never happened")),
        entry(
            "auto.offset.reset",
            new Never("a lost position must stop a start, not skip or repeat records")),
        entry(
            "enable.auto.commit",
            new Only("false", "a position moves only with what was made of its records")),
        entry(
            "allow.auto.create.topics",
            new Only("false", "a topic that is made by chance has the wrong settings")),
        entry("max.partition.fetch.bytes", WHOLE_RECORDS),
        entry(
            "interceptor.classes",
            new Never("nothing may change a record between Onefold and the log")));
  }

  private static Map<String, Rule> writing() {
    return Map.ofEntries(
        entry("acks", new Only("all", "-1", "an acknowledged record must not be lost")),
        entry("enable.idempotence", new Only("true", "a record must not be written twice")),
        entry("transactional.id", new Never("the ledger derives it from --application-id")),
        entry(
            "transaction.timeout.ms",
            new Never("it is 10 s: a stalled instance must not hold readers for a whole lease")),
        entry(
            "transaction.two.phase.commit.enable",
            new Only("false", "nobody outside of Kafka decides on its transactions")),
        entry("partitioner.class", new Never("the operation ID alone says where a record goes")),
        entry(
            "partitioner.ignore.keys",
            new Only("false", "the operation ID alone says where a record goes")),
        entry("retries", new AtLeast(1, "a record whose acknowledgement was lost is sent again")),
        entry("admin.retries", new AtLeast(0, "asking again does no harm")),
        entry(
            "max.in.flight.requests.per.connection",
            new Between(1, 5, "brokers know a repeated request among the last five only")),
        entry("max.request.size", WHOLE_RECORDS),
        entry("buffer.memory", WHOLE_RECORDS));
  }

  private static Map<String, Rule> groups() {
    return Map.ofEntries(
        entry(
            "group.id",
            new Never("the ledger's is its --application-id, a pool's PREFIXworkers.POOL")),
        entry(
            "group.instance.id",
            new Never("processes that share this file would end each other's membership")),
        entry(
            "group.protocol", new Only("classic", "consumer", "the ledger's is --group-protocol")),
        entry("bootstrap.controllers", new Never("clients ask the brokers: bootstrap.servers")),
        entry("application.id", new Never("it is the option --application-id")),
        entry("application.server", new Never("it is --advertised-host with --port")),
        entry("state.dir", new Never("it is the option --data")),
        entry("num.stream.threads", new Never("it is the option --threads")),
        entry("num.standby.replicas", new Never("it is the option --standby-replicas")),
        entry("commit.interval.ms", new Never("it is the option --commit-interval")));
  }

  private static Map<String, Rule> streams() {
    return Map.ofEntries(
        entry(
            "processing.guarantee",
            new Only("exactly_once_v2", "state, journal and effects are one transaction")),
        entry(
            "enable.transactional.statestores",
            new Only("true", "a state without its transaction must not outlive a crash")),
        entry(
            "ensure.explicit.internal.resource.naming",
            new Only("true", "names of topics are an on-disk format")),
        entry("statestore.cache.max.bytes", new Only("0", "each state belongs in its transaction")),
        entry("cache.max.bytes.buffering", new Only("0", "each state belongs in its transaction")),
        entry("max.task.idle.ms", new Only("-1", "no input may wait for another one")));
  }

  private static Map<String, Rule> all(Rule rule, String... names) {
    return Stream.of(names).collect(Collectors.toMap(name -> name, name -> rule));
  }
}
