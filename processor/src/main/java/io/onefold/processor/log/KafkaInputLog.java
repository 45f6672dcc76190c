package io.onefold.processor.log;

import io.onefold.operation.Origin;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.Intent;
import io.onefold.schema.Review;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import io.onefold.tracing.Step;
import io.onefold.tracing.TraceHeaders;
import io.onefold.tracing.Tracing;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/** The input topics in Kafka. */
public final class KafkaInputLog implements InputLog, AutoCloseable {
  private final Producer<String, byte[]> producer;
  private final Topics topics;
  private final AvroSerde<Intent> intents;
  private final AvroSerde<Review> reviews;
  private final AvroSerde<DestinationRecord> destinations;

  /** Writes to these topics; closes its producer itself. */
  public KafkaInputLog(KafkaClients clients, Topics topics, SchemaIds ids) {
    this.producer = clients.producer();
    this.topics = topics;
    this.intents = AvroSerde.of(Intent.class, ids);
    this.reviews = AvroSerde.of(Review.class, ids);
    this.destinations = AvroSerde.of(DestinationRecord.class, ids);
  }

  @Override
  public Origin append(Intent intent) {
    String topic = topics.intents();
    return append(topic, intent.getOperationId(), intents.serializer().serialize(topic, intent));
  }

  @Override
  public Origin append(Review review) {
    String topic = topics.reviews();
    return append(topic, review.getOperationId(), reviews.serializer().serialize(topic, review));
  }

  @Override
  public Origin append(DestinationRecord record) {
    String topic = topics.destinations();
    return append(
        topic, record.getDestination(), destinations.serializer().serialize(topic, record));
  }

  private Origin append(String topic, String key, byte[] value) {
    Step step = Step.ofRecord("send", topic, SpanKind.PRODUCER, Context.current());
    if (!topic.equals(topics.destinations())) {
      step.with(Tracing.OPERATION_ID, key);
    }
    ProducerRecord<String, byte[]> record = new ProducerRecord<>(topic, key, value);
    TraceHeaders.write(step.context(), record.headers());
    try {
      RecordMetadata stored =
          producer.send(record).get(2L * KafkaClients.ACKNOWLEDGE_MS, TimeUnit.MILLISECONDS);
      return new Origin(stored.topic(), stored.partition(), stored.offset());
    } catch (ExecutionException | KafkaException e) {
      step.failed();
      Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
      throw new NotAcknowledgedException(
          "the broker did not acknowledge a record of topic " + topic + ": " + cause.getMessage(),
          cause);
    } catch (TimeoutException e) {
      step.failed();
      throw new NotAcknowledgedException(
          "the broker did not acknowledge a record of topic " + topic + " in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotAcknowledgedException("interrupted while a record was being written", e);
    } finally {
      step.end();
    }
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
  }
}
