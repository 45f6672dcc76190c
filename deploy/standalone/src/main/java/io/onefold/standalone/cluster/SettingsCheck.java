package io.onefold.standalone.cluster;

import io.onefold.destination.Suggestion;
import io.onefold.standalone.cluster.SettingsFile.Setting;
import java.util.List;
import java.util.Optional;

/** Compares a settings file with what Onefold decides itself, and with what anybody knows. */
public final class SettingsCheck {
  private static final Rule ONE_CLUSTER =
      new Rule.Never("all clients work with one cluster: bootstrap.servers without a prefix");

  private SettingsCheck() {}

  /**
   * The settings that would break a promise: for each its line, its name, why, and what is allowed.
   * Empty if there is none.
   */
  public static List<String> refusals(SettingsFile file) {
    return file.settings().stream().flatMap(setting -> refusal(setting).stream()).toList();
  }

  /** The settings whose names nobody knows, which a misspelt one is most of the time. */
  public static List<String> warnings(SettingsFile file) {
    return file.settings().stream()
        .filter(setting -> rule(setting.name()).isEmpty())
        .filter(setting -> !KnownSettings.contains(setting.name()))
        .map(
            setting ->
                "line %d: no Kafka client knows %s%s; it is handed on as it is"
                    .formatted(setting.line(), setting.name(), nearest(setting.name())))
        .toList();
  }

  private static Optional<String> refusal(Setting setting) {
    return rule(setting.name())
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
