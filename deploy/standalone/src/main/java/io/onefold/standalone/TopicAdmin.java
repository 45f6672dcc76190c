package io.onefold.standalone;

import io.onefold.schema.TopicSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Creates topics and looks at them. Every call throws {@link StartException} where the cluster does
 * not answer or refuses.
 */
public final class TopicAdmin implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final Admin admin;
  private final String target;

  /**
   * @param properties Kafka client properties with {@code bootstrap.servers}
   */
  public TopicAdmin(Map<String, String> properties) {
    Map<String, Object> settings = new HashMap<>(properties);
    settings.putIfAbsent("default.api.timeout.ms", Long.toString(TIMEOUT.toMillis()));
    settings.putIfAbsent("request.timeout.ms", "10000");
    this.target = properties.getOrDefault("bootstrap.servers", "");
    try {
      this.admin = Admin.create(settings);
    } catch (RuntimeException e) {
      throw new StartException("Kafka at " + target + " cannot be used: " + root(e), e);
    }
  }

  /** The existing ones of these topics, by name. */
  public Map<String, ActualTopic> describe(List<TopicSpec> specs) {
    Map<String, TopicDescription> descriptions = new HashMap<>();
    admin
        .describeTopics(specs.stream().map(TopicSpec::name).toList())
        .topicNameValues()
        .forEach((name, future) -> describeOne(name, future, descriptions));
    List<ConfigResource> resources =
        descriptions.keySet().stream()
            .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
            .toList();
    Map<ConfigResource, Config> configs = get(admin.describeConfigs(resources).all());
    Map<String, ActualTopic> actual = new HashMap<>();
    configs.forEach(
        (resource, config) ->
            Optional.ofNullable(descriptions.get(resource.name()))
                .ifPresent(topic -> actual.put(topic.name(), actual(topic, config))));
    return actual;
  }

  /**
   * Creates a topic.
   *
   * @return false if it is there already
   */
  public boolean create(TopicSpec spec, int partitions, short replicas) {
    NewTopic topic = new NewTopic(spec.name(), partitions, replicas).configs(spec.config(replicas));
    try {
      admin.createTopics(List.of(topic)).all().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TopicExistsException) {
        return false;
      }
      throw new StartException("topic " + spec.name() + " cannot be created: " + root(e), e);
    } catch (TimeoutException e) {
      throw unreachable(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** How many copies a new topic should have: three, or as many as there are brokers. */
  public short suggestedReplicas() {
    return (short) Math.min(3, get(admin.describeCluster().nodes()).size());
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(5));
  }

  private void describeOne(
      String name,
      KafkaFuture<TopicDescription> future,
      Map<String, TopicDescription> descriptions) {
    try {
      descriptions.put(name, future.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS));
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
        throw unreachable(e);
      }
    } catch (TimeoutException e) {
      throw unreachable(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static ActualTopic actual(TopicDescription description, Config config) {
    Map<String, String> settings = new HashMap<>();
    for (ConfigEntry entry : config.entries()) {
      if (entry.value() != null) {
        settings.put(entry.name(), entry.value());
      }
    }
    int replicas =
        description.partitions().stream().mapToInt(p -> p.replicas().size()).min().orElse(1);
    return new ActualTopic(description.partitions().size(), replicas, settings);
  }

  private <T> T get(KafkaFuture<T> future) {
    try {
      return future.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw unreachable(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private StartException unreachable(Exception cause) {
    return new StartException("no answer from Kafka at " + target + ": " + root(cause), cause);
  }

  private static StartException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new StartException("interrupted", cause);
  }

  private static String root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = root.getMessage();
    return message == null ? root.getClass().getSimpleName() : message;
  }
}
