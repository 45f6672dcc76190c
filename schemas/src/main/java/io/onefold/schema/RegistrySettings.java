package io.onefold.schema;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/** Reads the settings of a registry client from a Kafka client configuration. */
final class RegistrySettings {
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
  private static final List<String> SUBJECT_STRATEGIES =
      List.of("key.subject.name.strategy", "value.subject.name.strategy");
  private static final String TOPIC_NAME_STRATEGY = "TopicNameStrategy";

  private RegistrySettings() {}

  /**
   * How the schema of a subject is found.
   *
   * <p>{@code LATEST_STRICT} refuses a newest schema that could lose a part of a record, {@code
   * LATEST} only a record that would really lose one.
   */
  enum Finding {
    REGISTER,
    LOOK_UP,
    LATEST_STRICT,
    LATEST
  }

  /**
   * Judges all settings but the stores of keys and certificates, which are files.
   *
   * @throws ConfigException if one is wrong
   */
  static void check(Map<String, ?> config) {
    addresses(config);
    finding(config);
    requestTimeout(config);
    RegistryTls.settings(config);
  }

  /** The addresses, without a trailing slash, with their headers; at least one. */
  static List<RegistryAddress> addresses(Map<String, ?> config) {
    List<URI> addresses = new ArrayList<>();
    for (String part : text(config, SchemaIds.REGISTRY_URL).orElse("").split(",", -1)) {
      addresses.add(address(part.strip()));
    }
    return RegistryAuth.addresses(addresses, config);
  }

  static Finding finding(Map<String, ?> config) {
    checkSubjectNames(config);
    Optional<Boolean> register = flag(config, SchemaIds.AUTO_REGISTER);
    boolean latest = flag(config, SchemaIds.USE_LATEST).orElse(false);
    boolean strict = flag(config, SchemaIds.LATEST_STRICT).orElse(true);
    if (latest && register.orElse(false)) {
      throw new ConfigException(
          SchemaIds.USE_LATEST
              + " and "
              + SchemaIds.AUTO_REGISTER
              + " are both true; allowed is one of them: a schema is registered, or taken from the"
              + " registry");
    }
    if (latest) {
      return strict ? Finding.LATEST_STRICT : Finding.LATEST;
    }
    return register.orElse(true) ? Finding.REGISTER : Finding.LOOK_UP;
  }

  static Duration requestTimeout(Map<String, ?> config) {
    Optional<String> value = text(config, SchemaIds.REQUEST_TIMEOUT_MS);
    if (value.isEmpty()) {
      return REQUEST_TIMEOUT;
    }
    try {
      long millis = Long.parseLong(value.get());
      if (millis >= 1) {
        return Duration.ofMillis(millis);
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number that is too small.
    }
    throw new ConfigException(
        SchemaIds.REQUEST_TIMEOUT_MS, value.get(), "allowed are milliseconds, 1 or more");
  }

  /** The setting as text, whichever type it has; empty if it is absent or blank. */
  static Optional<String> text(Map<String, ?> config, String name) {
    Object value = config.get(name);
    if (value == null) {
      return Optional.empty();
    }
    String text = value instanceof Password password ? password.value() : value.toString();
    return text.isBlank() ? Optional.empty() : Optional.of(text.strip());
  }

  private static Optional<Boolean> flag(Map<String, ?> config, String name) {
    return text(config, name)
        .map(
            value ->
                switch (value.toLowerCase(Locale.ROOT)) {
                  case "true" -> true;
                  case "false" -> false;
                  default -> throw new ConfigException(name, value, "allowed are true and false");
                });
  }

  // A configuration may be shared with other serializers. Writing under another subject than it
  // says would leave readers without a schema.
  private static void checkSubjectNames(Map<String, ?> config) {
    for (String name : SUBJECT_STRATEGIES) {
      Object value = config.get(name);
      String strategy = value instanceof Class<?> type ? type.getName() : String.valueOf(value);
      if (value != null && !strategy.endsWith(TOPIC_NAME_STRATEGY)) {
        throw new ConfigException(
            name, strategy, "allowed is " + TOPIC_NAME_STRATEGY + ": the subject is TOPIC-value");
      }
    }
  }

  private static URI address(String text) {
    String rule = "allowed are http and https addresses, separated by commas";
    try {
      URI uri = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean plain = uri.getRawQuery() == null && uri.getRawFragment() == null;
      if (http && plain && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Refused below. The address may hold a password, so it is not repeated.
    }
    throw new ConfigException(SchemaIds.REGISTRY_URL + " has an address that is wrong; " + rule);
  }
}
