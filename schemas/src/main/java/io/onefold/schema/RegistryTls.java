package io.onefold.schema;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;

/**
 * TLS to a registry, set as Kafka's own is, with {@value SchemaIds#TLS_PREFIX} in front of the
 * names: truststores and keystores of the types JKS, PKCS12 and PEM.
 */
final class RegistryTls {
  private static final String PREFIX = SchemaIds.TLS_PREFIX + "ssl.";
  private static final String HOST_NAMES = SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG;

  private RegistryTls() {}

  /**
   * The context that the settings ask for; empty where there are none, so that the Java platform's
   * truststore counts.
   *
   * @throws ConfigException if a setting is wrong or a store cannot be read
   */
  static Optional<SSLContext> context(Map<String, ?> config) {
    Map<String, Object> settings = settings(config);
    if (settings.isEmpty()) {
      return Optional.empty();
    }
    // The factory is closed by nobody: closing it does nothing but forget the context.
    @SuppressWarnings("resource")
    DefaultSslEngineFactory factory = new DefaultSslEngineFactory();
    try {
      factory.configure(definition().parse(settings));
    } catch (KafkaException e) {
      throw wrong(e);
    }
    return Optional.of(factory.sslContext());
  }

  /**
   * The settings as Kafka calls them.
   *
   * @throws ConfigException if one has no such name, or would leave a server's name unchecked
   */
  static Map<String, Object> settings(Map<String, ?> config) {
    Map<String, Object> settings = new HashMap<>();
    config.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX) && value != null) {
            settings.put(name.substring(SchemaIds.TLS_PREFIX.length()), value);
          }
        });
    checkNames(settings);
    return settings;
  }

  private static ConfigDef definition() {
    ConfigDef definition = new ConfigDef();
    SslConfigs.addClientSslSupport(definition);
    return definition;
  }

  private static void checkNames(Map<String, Object> settings) {
    for (String name : settings.keySet()) {
      if (!definition().names().contains(name)) {
        throw new ConfigException(
            SchemaIds.TLS_PREFIX
                + name
                + " is no setting; allowed after "
                + SchemaIds.TLS_PREFIX
                + " are the names that Kafka's clients know, such as ssl.truststore.location");
      }
    }
    Object algorithm = settings.getOrDefault(HOST_NAMES, "https");
    if (!algorithm.toString().toLowerCase(Locale.ROOT).equals("https")) {
      throw new ConfigException(
          SchemaIds.TLS_PREFIX + HOST_NAMES,
          algorithm,
          "allowed is https alone: the name in a registry's certificate is always checked");
    }
  }

  private static ConfigException wrong(KafkaException failure) {
    String cause = failure.getCause() == null ? "" : " (" + failure.getCause().getMessage() + ")";
    ConfigException wrong =
        new ConfigException(
            "the registry's TLS cannot be set up from the settings "
                + PREFIX
                + "*: "
                + failure.getMessage()
                + cause);
    wrong.initCause(failure);
    return wrong;
  }
}
