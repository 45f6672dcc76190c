package io.onefold.standalone.cli;

import io.onefold.schema.Topics;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** Which Kafka cluster and which topics a command works with. */
final class KafkaTarget {
  @Option(
      names = "--bootstrap-servers",
      paramLabel = "HOST:PORT,...",
      defaultValue = "${ONEFOLD_BOOTSTRAP_SERVERS}",
      description =
          "Kafka brokers; also ONEFOLD_BOOTSTRAP_SERVERS, or in --config. Default: localhost:9092")
  Optional<String> bootstrapServers = Optional.empty();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Java properties for every Kafka client: security and tuning")
  Optional<Path> config = Optional.empty();

  @Option(
      names = "--topic-prefix",
      paramLabel = "PREFIX",
      defaultValue = Topics.DEFAULT_PREFIX,
      description = "Begins every topic name. Default: ${DEFAULT-VALUE}")
  String topicPrefix = Topics.DEFAULT_PREFIX;

  /** Properties of the file, without the brokers. */
  Map<String, String> clientProperties() {
    Properties properties = new Properties();
    config.ifPresent(file -> load(file, properties));
    Map<String, String> settings = new TreeMap<>();
    properties
        .stringPropertyNames()
        .forEach(name -> settings.put(name, properties.getProperty(name)));
    settings.remove("bootstrap.servers");
    return settings;
  }

  /** The brokers: the option, the environment, the file, in this order. */
  String brokers() {
    Properties properties = new Properties();
    config.ifPresent(file -> load(file, properties));
    return bootstrapServers.orElseGet(
        () -> properties.getProperty("bootstrap.servers", "localhost:9092"));
  }

  /** All that a Kafka client needs. */
  Map<String, String> allProperties() {
    Map<String, String> settings = clientProperties();
    settings.put("bootstrap.servers", brokers());
    return settings;
  }

  Topics topics() {
    try {
      return new Topics(topicPrefix);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--topic-prefix: " + e.getMessage(), e);
    }
  }

  private static void load(Path file, Properties properties) {
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException("--config " + file + " cannot be read: " + e, e);
    }
  }
}
