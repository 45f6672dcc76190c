package io.onefold.standalone.cluster;

import io.onefold.destination.Suggestion;
import io.onefold.standalone.cluster.SettingsFile.Setting;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.config.SslConfigs;

/** Compares a settings file with what Onefold decides itself, and with what anybody knows. */
public final class SettingsCheck {
  private static final Rule ONE_CLUSTER =
      new Rule.Never("all clients work with one cluster: bootstrap.servers without a prefix");

  private static final String HOST_NAMES = SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG;

  private SettingsCheck() {}

  /**
   * The settings that would break a promise, or that no client would take: for each its line, its
   * name, why, and what is allowed. Empty if there is none.
   */
  public static List<String> refusals(SettingsFile file) {
    return Stream.concat(
            file.settings().stream().flatMap(setting -> refusal(setting).stream()),
            LibraryCheck.registry(file).stream())
        .toList();
  }

  /**
   * The settings whose names nobody knows, which a misspelt one is most of the time, and those that
   * leave open who the broker is.
   */
  public static List<String> warnings(SettingsFile file) {
    return Stream.concat(unknown(file), unchecked(file)).toList();
  }

  private static Stream<String> unknown(SettingsFile file) {
    return file.settings().stream()
        .filter(setting -> rule(setting.name()).isEmpty())
        .filter(setting -> !KnownSettings.contains(setting.name()))
        .map(
            setting ->
                "line %d: no Kafka client knows %s%s; it is handed on as it is"
                    .formatted(setting.line(), setting.name(), nearest(setting.name())));
  }

  private static Stream<String> unchecked(SettingsFile file) {
    return file.settings().stream()
        .filter(setting -> SettingName.of(setting.name()).bare().equals(HOST_NAMES))
        .filter(setting -> setting.value().isEmpty())
        .map(
            setting ->
                "line %d: %s is empty, so no broker's name is compared with its certificate, and whoever holds any certificate of that authority can pose as a broker; leave it out"
                    .formatted(setting.line(), setting.name()));
  }

  private static Optional<String> refusal(Setting setting) {
    Optional<Rule> decided = rule(setting.name());
    if (decided.isEmpty()) {
      return LibraryCheck.value(setting);
    }
    return decided
        .filter(rule -> !rule.allows(setting.value()))
        .map(
            rule ->
                "line %d: %s is decided by Onefold (%s); %s"
                    .formatted(setting.line(), setting.name(), rule.why(), rule.allowed()));
  }

  private static Optional<Rule> rule(String name) {
    SettingName parts = SettingName.of(name);
    return parts.bare().equals("bootstrap.servers") && !parts.prefix().isEmpty()
        ? Optional.of(ONE_CLUSTER)
        : DecidedSettings.of(name);
  }

  private static String nearest(String name) {
    SettingName parts = SettingName.of(name);
    return Suggestion.of(parts.bare(), parts.known());
  }
}
