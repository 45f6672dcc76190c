package io.onefold.standalone.cli;

import io.onefold.schema.FileProblem;
import io.onefold.schema.Topics;
import io.onefold.standalone.cluster.SettingsCheck;
import io.onefold.standalone.cluster.SettingsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which Kafka cluster and which topics a command works with. */
final class KafkaTarget {
  private static final String BROKERS = "bootstrap.servers";

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
      description =
          "Java properties for every Kafka client: security and tuning; see deploy/KAFKA.md")
  Optional<Path> config = Optional.empty();

  @Option(
      names = "--topic-prefix",
      paramLabel = "PREFIX",
      defaultValue = Topics.DEFAULT_PREFIX,
      description = "Begins every topic name. Default: ${DEFAULT-VALUE}")
  String topicPrefix = Topics.DEFAULT_PREFIX;

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  private Optional<Map<String, String>> read = Optional.empty();

  /**
   * Properties of the file, without the brokers.
   *
   * @throws UsageException if the file cannot be read, or would change what Onefold decides itself
   */
  Map<String, String> clientProperties() {
    Map<String, String> settings = new TreeMap<>(fromFile());
    settings.remove(BROKERS);
    return settings;
  }

  /** The brokers: the option, the environment, the file, in this order. */
  String brokers() {
    return bootstrapServers.orElseGet(() -> fromFile().getOrDefault(BROKERS, "localhost:9092"));
  }

  /** All that a Kafka client needs. */
  Map<String, String> allProperties() {
    Map<String, String> settings = clientProperties();
    settings.put(BROKERS, brokers());
    return settings;
  }

  Topics topics() {
    try {
      return new Topics(topicPrefix);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--topic-prefix: " + e.getMessage(), e);
    }
  }

  private Map<String, String> fromFile() {
    Map<String, String> settings = read.or(() -> config.map(this::load)).orElseGet(Map::of);
    read = Optional.of(settings);
    return settings;
  }

  private Map<String, String> load(Path file) {
    try {
      SettingsFile settings = SettingsFile.read(file);
      String place = "--config " + file + " ";
      List<String> refusals = SettingsCheck.refusals(settings);
      if (!refusals.isEmpty()) {
        throw new UsageException(
            refusals.stream().map(place::concat).collect(Collectors.joining("\nonefold: ")));
      }
      for (String warning : SettingsCheck.warnings(settings)) {
        spec.commandLine().getErr().println("onefold: warning: " + place + warning);
        spec.commandLine().getErr().flush();
      }
      return settings.byName();
    } catch (IOException e) {
      throw new UsageException("--config: " + FileProblem.of(file, e), e);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--config " + file + " cannot be read: " + e, e);
    }
  }
}
