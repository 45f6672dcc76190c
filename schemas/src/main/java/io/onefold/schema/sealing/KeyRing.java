package io.onefold.schema.sealing;

import io.onefold.schema.Intent;
import io.onefold.schema.PayloadErased;
import io.onefold.schema.PayloadKey;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.SealedPayload;
import io.onefold.schema.Topics;
import io.onefold.schema.WrappedKey;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The keys of all operations, in the topic {@code payload-keys}: makes them, finds them, seals
 * intents with them, and erases them. Thread-safe; every call looks at the topic as it is now.
 */
public final class KeyRing implements PayloadKeys, AutoCloseable {
  /** Trails that are remembered; a few hundred bytes each. */
  private static final int REMEMBERED = 100_000;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final KeyTopic topic;
  private final InstallationKeys keys;
  private final KeyView view;
  private final ReentrantLock lock = new ReentrantLock();

  KeyRing(KeyTopic topic, InstallationKeys keys, int remembered) {
    this.topic = topic;
    this.keys = keys;
    this.view = new KeyView(remembered);
  }

  /**
   * Connects, and reads the topic to its end. It is written to only by what seals or erases.
   *
   * @param client settings of the Kafka client, with {@code bootstrap.servers}; may name a schema
   *     registry
   * @throws SealingException if the topic is not there or cannot be read
   */
  public static KeyRing connect(Map<String, ?> client, Topics topics, InstallationKeys keys) {
    KafkaKeyTopic topic = new KafkaKeyTopic(client, topics.payloadKeys(), SchemaIds.from(client));
    KeyRing ring = new KeyRing(topic, keys, REMEMBERED);
    try {
      var unused = ring.trail("");
      return ring;
    } catch (RuntimeException e) {
      ring.close();
      throw e;
    }
  }

  @Override
  public DataKey keyOf(String operationId) {
    KeyTrail trail = trail(operationId);
    return keyOf(operationId, trail)
        .orElseThrow(
            () ->
                new SealingException(
                    SealingException.Kind.NO_KEY,
                    "there is no payload key of operation " + operationId));
  }

  private Optional<DataKey> keyOf(String operationId, KeyTrail trail) {
    trail
        .erased()
        .ifPresent(
            erased -> {
              throw new SealingException(
                  SealingException.Kind.ERASED,
                  "the payload of operation %s was erased by %s at %s"
                      .formatted(
                          operationId, erased.getBy(), Instant.ofEpochMilli(erased.getAtMs())));
            });
    return trail.key().map(wrapped -> keys.unwrap(operationId, wrapped));
  }

  /**
   * The same intent with its payload sealed, under the operation's key, which is made if there is
   * none: the same plain payload always becomes the same bytes. One that is sealed stays as it is.
   *
   * @throws SealingException if the key was erased, or cannot be had or written; to try again is
   *     safe
   */
  public Intent seal(Intent intent) {
    if (SealedPayload.is(intent.getPayload())) {
      return intent;
    }
    byte[] plain = new byte[intent.getPayload().remaining()];
    intent.getPayload().duplicate().get(plain);
    String id = intent.getOperationId();
    byte[] sealed = keyFor(id).seal(id, plain);
    Intent copy = new Intent();
    intent.getSchema().getFields().forEach(field -> copy.put(field.pos(), intent.get(field.pos())));
    copy.setPayload(ByteBuffer.wrap(sealed));
    return copy;
  }

  private DataKey keyFor(String operationId) {
    KeyTrail trail = settled(operationId);
    Optional<DataKey> known = keyOf(operationId, trail);
    if (known.isPresent()) {
      return known.get();
    }
    WrappedKey fresh = keys.wrap(operationId, DataKey.random(), System.currentTimeMillis());
    topic.append(new PayloadKey(operationId, fresh));
    // Somebody else may have been faster: then theirs counts, and nothing was sealed with ours.
    return keyOf(operationId, settled(operationId)).orElseThrow();
  }

  /**
   * Removes the key of an operation: what it sealed can never be opened again.
   *
   * @return the note that stays, which is an earlier one if it was erased before
   * @throws SealingException if there is no key, or the note cannot be written; to try again is
   *     safe
   */
  public PayloadErased erase(String operationId, String by, String reason, long nowMs) {
    KeyTrail trail = settled(operationId);
    if (trail.counts().isEmpty()) {
      throw new SealingException(
          SealingException.Kind.NO_KEY,
          "there is no payload key of operation "
              + operationId
              + ": its payload was not sealed, so nothing can be erased");
    }
    if (trail.erased().isEmpty()) {
      topic.append(new PayloadKey(operationId, new PayloadErased(by, reason, nowMs)));
      trail = settled(operationId);
    }
    return trail.erased().orElseThrow();
  }

  /** The note that an operation's key was erased; empty if it was not. */
  public Optional<PayloadErased> erased(String operationId) {
    return trail(operationId).erased();
  }

  /** Sees to it that what counts is also the newest record, which compaction keeps. */
  private KeyTrail settled(String operationId) {
    KeyTrail trail = trail(operationId);
    while (!trail.isNewest()) {
      topic.append(new PayloadKey(operationId, trail.counts().orElseThrow()));
      trail = trail(operationId);
    }
    return trail;
  }

  private KeyTrail trail(String operationId) {
    lock();
    try {
      topic.readNew(view::add);
      Optional<KeyTrail> known = view.of(operationId);
      if (known.isPresent()) {
        return known.get();
      }
      KeyTrail[] read = {KeyTrail.NONE};
      topic.readAll(operationId, record -> read[0] = read[0].then(record));
      view.put(operationId, read[0]);
      return read[0];
    } finally {
      lock.unlock();
    }
  }

  /** While the topic does not answer, callers must not wait for each other's patience as well. */
  private void lock() {
    try {
      if (lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new SealingException(
        SealingException.Kind.UNAVAILABLE, "the keys of payloads cannot be looked at now");
  }

  @Override
  public void close() {
    topic.close();
  }
}
