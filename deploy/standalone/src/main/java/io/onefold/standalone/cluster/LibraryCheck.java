package io.onefold.standalone.cluster;

import io.onefold.schema.ClientKind;
import io.onefold.schema.SchemaIds;
import io.onefold.standalone.cluster.SettingsFile.Setting;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Has the clients of Kafka and of the schema registry judge their settings before there is any
 * client, so that a refusal can name the line. Reads no file and asks nobody.
 */
final class LibraryCheck {
  private LibraryCheck() {}

  /** Why a Kafka client would not take this value; empty if it would, or only a start can tell. */
  static Optional<String> value(Setting setting) {
    SettingName name = SettingName.of(setting.name());
    // What a config provider puts there is not known yet.
    if (setting.value().contains("${")) {
      return Optional.empty();
    }
    return definitions(name)
        .flatMap(
            definition -> Optional.ofNullable(definition.configKeys().get(name.bare())).stream())
        .flatMap(key -> wrong(key, setting).stream())
        .findFirst();
  }

  /** Why a client of a schema registry would not take these settings; empty if it would. */
  static Optional<String> registry(SettingsFile file) {
    try {
      SchemaIds.check(file.byName());
      return Optional.empty();
    } catch (ConfigException e) {
      String why = String.valueOf(e.getMessage());
      return Optional.of(line(file, why) + why);
    }
  }

  private static Stream<ConfigDef> definitions(SettingName name) {
    Stream<ConfigDef> all =
        Stream.of(
            ProducerConfig.configDef(),
            ConsumerConfig.configDef(),
            AdminClientConfig.configDef(),
            StreamsConfig.configDef());
    if (name.prefix().isEmpty()) {
      return all;
    }
    return all.filter(definition -> definition.names().equals(name.known()));
  }

  private static Optional<String> wrong(ConfigDef.ConfigKey key, Setting setting) {
    // A class may be missing here and be there where the file is used.
    if (key.type == ConfigDef.Type.CLASS || key.type == ConfigDef.Type.PASSWORD) {
      return Optional.empty();
    }
    try {
      Object value = ConfigDef.parseType(setting.name(), setting.value(), key.type);
      if (key.validator != null) {
        key.validator.ensureValid(setting.name(), value);
      }
      return Optional.empty();
    } catch (ConfigException e) {
      return Optional.of("line %d: %s".formatted(setting.line(), e.getMessage()));
    }
  }

  /** An exception has no place for the name of a setting but its text. */
  private static String line(SettingsFile file, String why) {
    List<Setting> registrys =
        file.settings().stream()
            .filter(
                setting ->
                    Stream.of(ClientKind.values())
                        .noneMatch(kind -> kind.names().contains(setting.name())))
            .filter(setting -> why.contains(setting.name()))
            .toList();
    return registrys.stream()
        .max(
            Comparator.comparingInt((Setting setting) -> setting.name().length())
                .thenComparingInt(Setting::line))
        .map(setting -> "line %d: ".formatted(setting.line()))
        .orElse("");
  }
}
