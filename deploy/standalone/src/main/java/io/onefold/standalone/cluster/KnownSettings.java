package io.onefold.standalone.cluster;

import io.onefold.schema.ClientKind;
import io.onefold.schema.SchemaIds;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** Every name of a setting that means something to somebody. */
final class KnownSettings {
  /** What a topic of Kafka Streams' own can be given. */
  static final Set<String> TOPIC =
      Stream.of(TopicConfig.class.getFields())
          .filter(field -> field.getName().endsWith("_CONFIG"))
          .map(KnownSettings::text)
          .collect(Collectors.toUnmodifiableSet());

  /** What stands in a file without a prefix. */
  static final Set<String> ANY = any();

  /** Names that go on as the operator likes. */
  private static final List<String> OPEN = List.of("config.providers.", "metrics.context.");

  private KnownSettings() {}

  static boolean contains(String name) {
    SettingName parts = SettingName.of(name);
    return parts.known().contains(parts.bare())
        || OPEN.stream().anyMatch(parts.bare()::startsWith)
        || (name.startsWith(SchemaIds.TLS_PREFIX + "ssl.")
            && ANY.contains(name.substring(SchemaIds.TLS_PREFIX.length())));
  }

  private static Set<String> any() {
    Set<String> names =
        new TreeSet<>(
            List.of(
                SchemaIds.REGISTRY_URL,
                SchemaIds.BASIC_AUTH,
                SchemaIds.BASIC_AUTH_SOURCE,
                SchemaIds.BEARER_TOKEN,
                "bearer.auth.credentials.source",
                SchemaIds.AUTO_REGISTER,
                SchemaIds.USE_LATEST,
                SchemaIds.LATEST_STRICT,
                SchemaIds.REQUEST_TIMEOUT_MS,
                "key.subject.name.strategy",
                "value.subject.name.strategy"));
    for (ClientKind kind : ClientKind.values()) {
      names.addAll(kind.names());
    }
    names.addAll(StreamsConfig.configDef().names());
    return Set.copyOf(names);
  }

  private static String text(Field constant) {
    try {
      return String.valueOf(constant.get(null));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
