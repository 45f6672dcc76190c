package io.onefold.standalone.cluster;

import io.onefold.schema.ClientKind;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.streams.StreamsConfig;

/**
 * The name of a setting.
 *
 * @param prefix whom it is for, for example {@code main.consumer.}; empty for all
 * @param bare the rest
 */
record SettingName(String prefix, String bare) {
  private static final Set<String> CONSUMERS =
      Set.of(
          StreamsConfig.MAIN_CONSUMER_PREFIX,
          StreamsConfig.RESTORE_CONSUMER_PREFIX,
          StreamsConfig.GLOBAL_CONSUMER_PREFIX,
          ClientKind.CONSUMER.prefix());

  static SettingName of(String name) {
    return Stream.concat(
            CONSUMERS.stream(),
            Stream.of(
                ClientKind.PRODUCER.prefix(),
                ClientKind.ADMIN.prefix(),
                StreamsConfig.TOPIC_PREFIX))
        .filter(name::startsWith)
        .map(prefix -> new SettingName(prefix, name.substring(prefix.length())))
        .findFirst()
        .orElseGet(() -> new SettingName("", name));
  }

  /** The names that mean something behind this prefix. */
  Set<String> known() {
    if (CONSUMERS.contains(prefix)) {
      return ClientKind.CONSUMER.names();
    } else if (prefix.equals(ClientKind.PRODUCER.prefix())) {
      return ClientKind.PRODUCER.names();
    } else if (prefix.equals(ClientKind.ADMIN.prefix())) {
      return ClientKind.ADMIN.names();
    } else if (prefix.equals(StreamsConfig.TOPIC_PREFIX)) {
      return KnownSettings.TOPIC;
    }
    return KnownSettings.ANY;
  }
}
