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

  private RegistrySettings() {}

  /** The addresses, without a trailing slash; at least one. */
  static List<URI> addresses(Map<String, ?> config) {
    List<URI> addresses = new ArrayList<>();
    for (String part : text(config, SchemaIds.REGISTRY_URL).orElse("").split(",", -1)) {
      addresses.add(address(part.strip()));
    }
    return addresses;
  }

  /** {@code user:password}; from the setting, or else from the first address. */
  static Optional<String> credentials(Map<String, ?> config) {
    Optional<String> set = text(config, SchemaIds.BASIC_AUTH);
    if (set.isPresent() && !set.get().contains(":")) {
      throw new ConfigException(SchemaIds.BASIC_AUTH + " must be user:password");
    }
    return set.or(() -> Optional.ofNullable(addresses(config).get(0).getUserInfo()));
  }

  static boolean autoRegister(Map<String, ?> config) {
    String value = text(config, SchemaIds.AUTO_REGISTER).orElse("true");
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new ConfigException(SchemaIds.AUTO_REGISTER, value, "allowed are true and false");
    };
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

  private static URI address(String text) {
    String rule = "allowed are http and https addresses, separated by commas";
    try {
      URI uri = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (http && uri.getHost() != null && uri.getQuery() == null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Refused below. The address may hold a password, so it is not repeated.
    }
    throw new ConfigException(SchemaIds.REGISTRY_URL + " has an address that is wrong; " + rule);
  }

  private static Optional<String> text(Map<String, ?> config, String name) {
    Object value = config.get(name);
    if (value == null) {
      return Optional.empty();
    }
    String text = value instanceof Password password ? password.value() : value.toString();
    return text.isBlank() ? Optional.empty() : Optional.of(text.strip());
  }
}
