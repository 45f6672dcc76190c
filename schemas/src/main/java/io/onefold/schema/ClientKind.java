package io.onefold.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * The kinds of plain Kafka clients, and which settings of a file for all of them each one takes. A
 * setting with the prefix of a kind is for that kind alone and counts more than one without; the
 * prefixes are those of Kafka Streams, so that one file serves all roles.
 */
public enum ClientKind {
  /** Reads. */
  CONSUMER("consumer.", ConsumerConfig.configNames()),
  /** Writes. */
  PRODUCER("producer.", ProducerConfig.configNames()),
  /** Asks about the cluster and creates topics. */
  ADMIN("admin.", AdminClientConfig.configNames());

  /** What begins a setting that is for Kafka Streams alone. */
  private static final List<String> STREAMS_PREFIXES =
      List.of("main.consumer.", "restore.consumer.", "global.consumer.", "topic.");

  private final String prefix;

  // A copy that cannot change, which the type does not say.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Set<String> names;

  ClientKind(String prefix, Set<String> names) {
    this.prefix = prefix;
    this.names = Set.copyOf(names);
  }

  /** What begins a setting that is for this kind alone, for example {@code consumer.}. */
  public String prefix() {
    return prefix;
  }

  /** The settings that Kafka documents for this kind. */
  public Set<String> names() {
    return names;
  }

  /**
   * What a client of this kind takes of these settings: its own ones without their prefix, and all
   * others but those for another kind. A name that no kind knows is handed on.
   */
  public Map<String, Object> settings(Map<String, ?> all) {
    Map<String, Object> taken = new HashMap<>();
    all.forEach(
        (name, value) -> {
          if (isForAny(name)) {
            taken.put(name, value);
          }
        });
    all.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            taken.put(name.substring(prefix.length()), value);
          }
        });
    return taken;
  }

  private boolean isForAny(String name) {
    if (STREAMS_PREFIXES.stream().anyMatch(name::startsWith)) {
      return false;
    }
    for (ClientKind kind : values()) {
      boolean isAnothers = kind.names.contains(name) && !names.contains(name);
      if (name.startsWith(kind.prefix) || isAnothers) {
        return false;
      }
    }
    return true;
  }
}
