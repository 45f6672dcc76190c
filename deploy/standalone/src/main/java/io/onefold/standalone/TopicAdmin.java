package io.onefold.standalone;

import io.onefold.schema.ActualTopic;
import io.onefold.schema.ClientKind;
import io.onefold.schema.TopicCheck;
import io.onefold.schema.TopicSpec;
import io.onefold.schema.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
  /** Partitions of new topics where nobody says otherwise. */
  public static final int DEFAULT_PARTITIONS = 6;

  private static final Duration KNOWN_WITHIN = Duration.ofSeconds(15);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final Admin admin;
  private final String target;

  /**
   * @param properties Kafka client properties with {@code bootstrap.servers}
   */
  public TopicAdmin(Map<String, String> properties) {
    Map<String, Object> settings = ClientKind.ADMIN.settings(properties);
    settings.putIfAbsent("default.api.timeout.ms", Long.toString(TIMEOUT.toMillis()));
    settings.putIfAbsent("request.timeout.ms", "10000");
    this.target = properties.getOrDefault("bootstrap.servers", "");
    try {
      this.admin = Admin.create(settings);
    } catch (RuntimeException e) {
      throw new StartException("Kafka at " + target + " cannot be used: " + root(e), e);
    }
  }

  /**
   * The existing ones of these topics, by name. One that is new may be missing still: brokers learn
   * of it one after the other, and any of them may be asked for its settings.
   */
  public Map<String, ActualTopic> describe(List<TopicSpec> specs) {
    Map<String, TopicDescription> descriptions = new HashMap<>();
    admin
        .describeTopics(specs.stream().map(TopicSpec::name).toList())
        .topicNameValues()
        .forEach(
            (name, future) ->
                ifKnown(future).ifPresent(description -> descriptions.put(name, description)));
    Map<ConfigResource, KafkaFuture<Config>> configs =
        admin
            .describeConfigs(descriptions.keySet().stream().map(TopicAdmin::resource).toList())
            .values();
    Map<String, ActualTopic> actual = new HashMap<>();
    descriptions.forEach(
        (name, description) ->
            Optional.ofNullable(configs.get(resource(name)))
                .flatMap(this::ifKnown)
                .ifPresent(config -> actual.put(name, actual(description, config))));
    return actual;
  }

  private static ConfigResource resource(String topic) {
    return new ConfigResource(ConfigResource.Type.TOPIC, topic);
  }

  /** How long intents are kept; empty: for ever, or there is no such topic. */
  public Optional<Duration> payloadRetention(Topics topics) {
    List<TopicSpec> intents =
        topics.specs(List.of()).stream()
            .filter(spec -> spec.name().equals(topics.intents()))
            .toList();
    return Optional.ofNullable(describe(intents).get(topics.intents()))
        .map(topic -> Long.parseLong(topic.config().getOrDefault("retention.ms", "-1")))
        .filter(ms -> ms >= 0)
        .map(Duration::ofMillis);
  }

  /** Creates a topic; false if somebody else was faster. */
  private boolean create(TopicSpec spec, int partitions, short replicas) {
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

  /**
   * Creates the topics that are missing, and looks at all of them.
   *
   * @param partitions of new topics; empty: as the existing ones have, otherwise {@value
   *     #DEFAULT_PARTITIONS}
   * @param replicas of new topics; empty: three, or as many as there are brokers
   */
  public Ensured ensure(
      List<TopicSpec> specs, Optional<Integer> partitions, Optional<Short> replicas) {
    Map<String, ActualTopic> before = describe(specs);
    int count = partitions.or(() -> partitionsOf(specs, before)).orElse(DEFAULT_PARTITIONS);
    short copies =
        replicas.orElseGet(() -> (short) Math.min(3, get(admin.describeCluster().nodes()).size()));
    Set<String> created = new TreeSet<>();
    for (TopicSpec spec : specs) {
      if (!before.containsKey(spec.name()) && create(spec, count, copies)) {
        created.add(spec.name());
      }
    }
    Map<String, ActualTopic> topics = describeWhenKnown(specs);
    return new Ensured(created, topics, TopicCheck.dangers(specs, topics));
  }

  /** A new topic is created before every broker knows it; one that stays away is a finding. */
  private Map<String, ActualTopic> describeWhenKnown(List<TopicSpec> specs) {
    long until = System.nanoTime() + KNOWN_WITHIN.toNanos();
    Map<String, ActualTopic> actual = describe(specs);
    while (actual.size() < specs.size() && System.nanoTime() < until) {
      pause();
      actual = describe(specs);
    }
    return actual;
  }

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /**
   * What came of it.
   *
   * @param created names of the topics that were missing
   * @param topics all that exist now, by name
   * @param dangers as in {@link TopicCheck#dangers}
   */
  public record Ensured(
      Set<String> created, Map<String, ActualTopic> topics, List<String> dangers) {
    public Ensured {
      created = Set.copyOf(created);
      topics = Map.copyOf(topics);
      dangers = List.copyOf(dangers);
    }
  }

  private static Optional<Integer> partitionsOf(
      List<TopicSpec> specs, Map<String, ActualTopic> actual) {
    return specs.stream()
        .filter(TopicSpec::samePartitions)
        .flatMap(topic -> Optional.ofNullable(actual.get(topic.name())).stream())
        .map(ActualTopic::partitions)
        .findFirst();
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(5));
  }

  /** What the broker that was asked says of a topic; empty if it knows none of that name. */
  private <T> Optional<T> ifKnown(KafkaFuture<T> future) {
    try {
      return Optional.of(future.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      throw unreachable(e);
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
    return message == null || message.isBlank() ? root.getClass().getSimpleName() : message;
  }
}
