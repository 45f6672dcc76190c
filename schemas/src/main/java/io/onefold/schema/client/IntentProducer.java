package io.onefold.schema.client;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentRules;
import io.onefold.schema.InvalidIntentException;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import io.onefold.schema.sealing.InstallationKeys;
import io.onefold.schema.sealing.KeyRing;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends intents to the ledger's topic. Thread-safe.
 *
 * <p>Each future ends once every in-sync replica holds the intent, or with {@link
 * IntentNotStoredException}. Intents are not sent again by this class beyond what the Kafka client
 * does itself within {@code delivery.timeout.ms}; to send one again is always safe.
 */
public final class IntentProducer implements AutoCloseable {
  /** How long {@link #close()} waits for what is under way. */
  public static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(30);

  private final Producer<String, byte[]> producer;
  private final boolean own;
  private final String topic;
  private final Serializer<Intent> serializer;

  private final Optional<KeyRing> sealing;

  private IntentProducer(
      Producer<String, byte[]> producer,
      boolean own,
      Topics topics,
      SchemaIds ids,
      Optional<KeyRing> sealing) {
    this.producer = producer;
    this.own = own;
    this.sealing = sealing;
    this.topic = topics.intents();
    this.serializer = AvroSerde.of(Intent.class, ids).serializer();
  }

  /**
   * Connects with a producer of its own to the topics with the standard prefix.
   *
   * @param config of the Kafka client, with {@code bootstrap.servers}; {@value
   *     SchemaIds#REGISTRY_URL} and the settings beside it choose a schema registry
   * @throws org.apache.kafka.common.config.ConfigException if a setting is wrong or would weaken
   *     what this class promises
   */
  public static IntentProducer connect(Map<String, ?> config) {
    return connect(config, Topics.standard());
  }

  /** As {@link #connect(Map)}, for topics with another prefix. */
  public static IntentProducer connect(Map<String, ?> config, Topics topics) {
    return connect(config, topics, Optional.empty());
  }

  /**
   * As {@link #connect(Map, Topics)}, and every payload is sealed: it can be erased later. Each
   * {@link #send} then blocks until the operation's key is known to be in its topic.
   *
   * @param keys under which the keys of operations are wrapped, the same as the workers'
   * @throws io.onefold.schema.sealing.SealingException if the topic of the keys cannot be read
   */
  public static IntentProducer sealing(
      Map<String, ?> config, Topics topics, InstallationKeys keys) {
    return connect(config, topics, Optional.of(KeyRing.connect(config, topics, keys)));
  }

  private static IntentProducer connect(
      Map<String, ?> config, Topics topics, Optional<KeyRing> sealing) {
    SchemaIds ids = SchemaIds.from(config);
    Map<String, Object> checked = ProducerSettings.own(config);
    return new IntentProducer(
        new KafkaProducer<>(checked, new StringSerializer(), new ByteArraySerializer()),
        true,
        topics,
        ids,
        sealing);
  }

  /**
   * Sends with a producer that the caller configures ({@link #settings(Map)}), owns and closes. In
   * this way intents belong to the caller's own transaction, together with other records and with
   * consumed offsets; the ledger sees them when it is committed.
   */
  public static IntentProducer over(
      Producer<String, byte[]> producer, Topics topics, SchemaIds ids) {
    return new IntentProducer(producer, false, topics, ids, Optional.empty());
  }

  /**
   * A producer's configuration with what intents need: {@code acks=all}, idempotence and the
   * default partitioner. A {@code transactional.id} is kept.
   *
   * @throws org.apache.kafka.common.config.ConfigException if a setting contradicts that
   */
  public static Map<String, Object> settings(Map<String, ?> config) {
    return ProducerSettings.of(config);
  }

  /**
   * Checks an intent and sends it.
   *
   * @return completed once the broker has acknowledged it; otherwise failed with {@link
   *     IntentNotStoredException}. Cancelling it does not take the intent back.
   * @throws InvalidIntentException if it breaks a rule; nothing was sent
   * @throws io.onefold.schema.RegistryException if the schema registry does not give an ID; nothing
   *     was sent
   * @throws io.onefold.schema.sealing.SealingException if the payload is to be sealed and cannot
   *     be; nothing was sent
   * @throws IllegalStateException if this producer was closed; nothing was sent
   */
  public CompletableFuture<StoredIntent> send(Intent intent) {
    ProducerRecord<String, byte[]> record = record(intent);
    CompletableFuture<StoredIntent> stored = new CompletableFuture<>();
    String id = record.key();
    try {
      var unused =
          producer.send(
              record,
              (metadata, failure) -> {
                if (failure == null) {
                  stored.complete(
                      new StoredIntent(
                          id, metadata.topic(), metadata.partition(), metadata.offset()));
                } else {
                  stored.completeExceptionally(new IntentNotStoredException(id, topic, failure));
                }
              });
    } catch (KafkaException e) {
      stored.completeExceptionally(new IntentNotStoredException(id, topic, e));
    }
    return stored;
  }

  /**
   * The record that {@link #send} would send, for callers who send it themselves.
   *
   * @throws InvalidIntentException if the intent breaks a rule
   * @throws io.onefold.schema.RegistryException if the schema registry does not give an ID
   */
  public ProducerRecord<String, byte[]> record(Intent intent) {
    IntentRules.check(intent, IntentRules.DEFAULT_MAX_PAYLOAD_BYTES);
    Intent written = sealing.map(keys -> keys.seal(intent)).orElse(intent);
    return new ProducerRecord<>(
        topic, intent.getOperationId(), serializer.serialize(topic, written));
  }

  /** Waits until all intents sent before are acknowledged or have failed. */
  public void flush() {
    producer.flush();
  }

  /** Closes as {@link #close(Duration)} with {@link #DEFAULT_CLOSE_TIMEOUT}. */
  @Override
  public void close() {
    close(DEFAULT_CLOSE_TIMEOUT);
  }

  /**
   * Waits at most so long for what is under way, then ends it: those futures fail. Closes only a
   * producer of its own.
   */
  public void close(Duration atMost) {
    if (own) {
      producer.close(atMost);
    }
    sealing.ifPresent(KeyRing::close);
  }
}
