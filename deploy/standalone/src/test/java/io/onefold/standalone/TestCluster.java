package io.onefold.standalone;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;

/**
 * The Kafka of those tests that only need one, and need not kill it or set it up themselves. It is
 * an embedded broker, unless {@value #IMAGE} names an image to start it from, or {@value #GIVEN}
 * names a cluster that runs already and stays.
 *
 * @param isGiven true if somebody else's: others may use it, and what a test leaves stays there
 */
public record TestCluster(String bootstrapServers, boolean isGiven, AutoCloseable end)
    implements AutoCloseable {
  /** The system property with addresses of a cluster, {@code host:port}, separated by commas. */
  public static final String GIVEN = "onefold.test.bootstrap.servers";

  /**
   * The system property with an image, for example {@code apache/kafka:4.4.0}; the profile {@code
   * containers} sets it.
   */
  public static final String IMAGE = "onefold.test.image";

  /** Starts it, or takes the one that was named. An embedded one has its data in the folder. */
  public static TestCluster start(Path folder) {
    Optional<String> given = property(GIVEN);
    if (given.isPresent()) {
      return new TestCluster(given.get(), true, () -> {});
    }
    return property(IMAGE)
        .map(TestCluster::inContainer)
        .orElseGet(() -> embedded(folder, Map.of()));
  }

  /** An embedded one, for tests that need these settings of the broker itself. */
  public static TestCluster embedded(Path folder, Map<String, String> settings) {
    EmbeddedKafka kafka = EmbeddedKafka.start(folder, 0, settings);
    return new TestCluster(kafka.bootstrapServers(), false, kafka);
  }

  /** Why tests cannot have the one that was asked for; empty if they can. */
  public static Optional<String> missing() {
    if (property(GIVEN).isPresent()
        || property(IMAGE).isEmpty()
        || DockerClientFactory.instance().isDockerAvailable()) {
      return Optional.empty();
    }
    return Optional.of(
        "%s is to be started in a container, and no Docker answers here; without the profile containers an embedded broker is used, and -D%s=HOST:PORT names another one"
            .formatted(property(IMAGE).get(), GIVEN));
  }

  private static TestCluster inContainer(String image) {
    KafkaContainer kafka = new KafkaContainer(image);
    EmbeddedKafkaSettings.ofAnySmallBroker()
        .forEach((name, value) -> kafka.withEnv(variable((String) name), (String) value));
    kafka.start();
    return new TestCluster(kafka.getBootstrapServers(), false, kafka);
  }

  /** As the image takes a setting of the broker. */
  private static String variable(String setting) {
    return "KAFKA_" + setting.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  private static Optional<String> property(String name) {
    return Optional.ofNullable(System.getProperty(name)).filter(value -> !value.isBlank());
  }

  @Override
  public void close() {
    try {
      end.close();
    } catch (Exception e) {
      throw new IllegalStateException("the test's Kafka did not end", e);
    }
  }
}
