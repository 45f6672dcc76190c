package io.onefold.topology;

import io.onefold.codec.ControlCodec;
import io.onefold.codec.IntentCodec;
import io.onefold.codec.ObservationCodec;
import io.onefold.codec.ReportCodec;
import io.onefold.codec.ReviewCodec;
import io.onefold.codec.UnreadableRecordException;
import io.onefold.operation.OperationInput;
import io.onefold.operation.Origin;
import io.onefold.operation.Worker;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.DestinationRequest;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentRules;
import io.onefold.schema.InvalidIntentException;
import io.onefold.schema.OperationId;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.Review;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.SendReported;
import io.onefold.schema.Topics;
import io.onefold.schema.WorkerStarted;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** Turns records of the input topics into inputs of the core, or says why one means nothing. */
public final class InputReader {
  private static final String UNREADABLE = "UNREADABLE_RECORD";
  private static final String NOT_CANONICAL = "ID_NOT_CANONICAL";

  private final Topics topics;
  private final Policies policies;
  private final int partitions;
  private final AvroSerde<Intent> intents;
  private final AvroSerde<ProviderEvent> providerEvents;
  private final AvroSerde<Review> reviews;
  private final AvroSerde<DestinationRecord> destinations;

  InputReader(Topics topics, Policies policies, int partitions, SchemaIds ids) {
    this.topics = topics;
    this.policies = policies;
    this.partitions = partitions;
    this.intents = AvroSerde.of(Intent.class, ids);
    this.providerEvents = AvroSerde.of(ProviderEvent.class, ids);
    this.reviews = AvroSerde.of(Review.class, ids);
    this.destinations = AvroSerde.of(DestinationRecord.class, ids);
  }

  /**
   * What the record means.
   *
   * @param recordTime the record's own time, which dates an intent that has no other
   */
  Inbound read(
      Origin origin, byte @Nullable [] key, byte @Nullable [] value, Instant recordTime, Instant at)
      throws PoisonRecordException {
    if (key == null) {
      throw unreadable("the record has no key; its key must be the operation ID");
    }
    if (value == null || value.length == 0) {
      throw unreadable("the record has no value");
    }
    if (value.length > DeadLetters.MOST_VALUE_BYTES) {
      throw unreadable(
          "the record is %d bytes large; allowed are at most %d bytes"
              .formatted(value.length, DeadLetters.MOST_VALUE_BYTES));
    }
    try {
      if (origin.source().equals(topics.intents())) {
        return intent(origin, key, value, recordTime, at);
      }
      if (origin.source().equals(topics.destinations())) {
        return destination(origin, key, value, at);
      }
      return origin.source().equals(topics.reviews())
          ? review(origin, key, value, at)
          : providerEvent(origin, key, value, at);
    } catch (SerializationException | UnreadableRecordException | InvalidIntentException e) {
      throw unreadable(String.valueOf(e.getMessage()));
    }
  }

  private Inbound intent(Origin origin, byte[] key, byte[] value, Instant recordTime, Instant at)
      throws PoisonRecordException {
    Intent avro = intents.deserializer().deserialize(origin.source(), value);
    String id = operationId(origin, key, avro.getOperationId());
    // Whoever writes to the topic by other means than ours is held to the same rules.
    IntentRules.check(avro, IntentRules.DEFAULT_MAX_PAYLOAD_BYTES);
    Optional<String> wrongForm = policies.problemOfId(avro.getDestination(), id);
    if (wrongForm.isPresent()) {
      throw new PoisonRecordException(NOT_CANONICAL, wrongForm.get());
    }
    io.onefold.operation.Intent intent = IntentCodec.read(avro, recordTime);
    return new Inbound.ToOperation(
        id,
        new OperationInput.IntentSubmitted(
            at, origin, intent, policies.of(intent.destination()), policies.rendering(avro)));
  }

  private Inbound review(Origin origin, byte[] key, byte[] value, Instant at)
      throws PoisonRecordException {
    Review avro = reviews.deserializer().deserialize(origin.source(), value);
    String id = operationId(origin, key, avro.getOperationId());
    return new Inbound.ToOperation(
        id, new OperationInput.ReviewSubmitted(at, origin, ReviewCodec.read(avro)));
  }

  private Inbound destination(Origin origin, byte[] key, byte[] value, Instant at)
      throws PoisonRecordException {
    DestinationRecord avro = destinations.deserializer().deserialize(origin.source(), value);
    String name = avro.getDestination();
    if (name.isBlank() || !name.equals(text(key))) {
      throw unreadable(
          "the key is '%s', but the record speaks of destination '%s'".formatted(text(key), name));
    }
    return switch (avro.getFact()) {
      case DestinationRequest request -> {
        checkHome(origin, key, "destination");
        yield new Inbound.ToControl(name, ControlCodec.request(request, origin, at));
      }
      case DestinationEvent event ->
          new Inbound.ControlNews(
              ControlCodec.control(name, event.getSequence(), event.getState()),
              HexFormat.of().formatHex(chain(event)));
      default -> throw unreadable("fact is a " + avro.getFact().getClass().getName());
    };
  }

  private static byte[] chain(DestinationEvent event) {
    byte[] chain = new byte[event.getChain().remaining()];
    event.getChain().duplicate().get(chain);
    return chain;
  }

  private Inbound providerEvent(Origin origin, byte[] key, byte[] value, Instant at)
      throws PoisonRecordException {
    ProviderEvent avro = providerEvents.deserializer().deserialize(origin.source(), value);
    Worker worker = new Worker(avro.getWorkerId(), avro.getIncarnation());
    return switch (avro.getFact()) {
      case WorkerStarted started -> life(key, worker, started);
      case ClaimRequested claim ->
          new Inbound.Claim(
              operationId(origin, key, avro.getOperationId()),
              new OperationInput.ClaimRequested(
                  at, origin, claim.getToken(), claim.getClaimId(), worker, true));
      case SendReported report ->
          new Inbound.ToOperation(
              operationId(origin, key, avro.getOperationId()),
              new OperationInput.SendReported(
                  at,
                  origin,
                  report.getToken(),
                  report.getClaimId(),
                  worker,
                  ReportCodec.read(report)));
      case ReadbackReported seen ->
          new Inbound.ToOperation(
              operationId(origin, key, avro.getOperationId()),
              new OperationInput.ReadbackReported(
                  at,
                  origin,
                  seen.getToken(),
                  seen.getNumber(),
                  ObservationCodec.read(seen.getObservation())));
      default -> throw unreadable("fact is a " + avro.getFact().getClass().getName());
    };
  }

  private static Inbound life(byte[] key, Worker worker, WorkerStarted started)
      throws PoisonRecordException {
    String keyText = text(key);
    if (worker.id().isBlank() || !worker.id().equals(keyText)) {
      throw unreadable(
          "the key is '%s', but the record speaks of worker '%s'".formatted(keyText, worker.id()));
    }
    return new Inbound.WorkerLife(worker, Optional.ofNullable(started.getFencedBecause()));
  }

  /**
   * The operation ID, if it is well formed, equals the key, and lies where the partitioner puts it.
   */
  private String operationId(Origin origin, byte[] key, String inside)
      throws PoisonRecordException {
    String id = text(key);
    try {
      OperationId.parse(id);
    } catch (IllegalArgumentException e) {
      throw new PoisonRecordException(NOT_CANONICAL, String.valueOf(e.getMessage()));
    }
    if (!id.equals(inside)) {
      throw unreadable(
          "the key is '%s', but the record speaks of operation '%s'".formatted(id, inside));
    }
    checkHome(origin, key, "operation ID");
    return id;
  }

  private void checkHome(Origin origin, byte[] key, String what) throws PoisonRecordException {
    int home = Topics.partitionOf(key, partitions);
    if (home != origin.partition()) {
      throw unreadable(
          "written to partition %d, but this %s belongs to partition %d: the producer must use Kafka's default (murmur2) partitioner"
              .formatted(origin.partition(), what, home));
    }
  }

  private static String text(byte[] key) throws PoisonRecordException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString();
    } catch (CharacterCodingException e) {
      throw unreadable("the key is not UTF-8 text");
    }
  }

  private static PoisonRecordException unreadable(String message) {
    return new PoisonRecordException(UNREADABLE, message);
  }
}
