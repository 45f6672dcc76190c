package io.onefold.connector.worker;

import io.onefold.schema.ProviderEvent;
import io.onefold.schema.SendReported;
import io.onefold.schema.Topics;
import io.onefold.tracing.Step;
import io.onefold.tracing.TraceHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;

/** Writes provider events and dead letters. Used by the owner thread alone. */
final class Reporter {
  private final Topics topics;
  private final Serializer<ProviderEvent> serializer;
  private final Appender events;
  private final Appender deadLetters;
  private final Trails trails = new Trails();

  Reporter(
      Topics topics,
      Producer<byte[], byte[]> producer,
      Serializer<ProviderEvent> serializer,
      Inbox inbox,
      WorkerClock clock,
      WorkerMetrics metrics) {
    this.topics = topics;
    this.serializer = serializer;
    // Apart, so that a dead-letter topic that cannot be written does not hold reports up.
    this.events = new Appender(producer, inbox, clock, metrics);
    this.deadLetters = new Appender(producer, inbox, clock, metrics);
  }

  /** What claims and reports go on from. */
  Trails trails() {
    return trails;
  }

  void claim(ProviderEvent claim, Runnable acknowledged, Runnable failed) {
    Step step = trails.send(claim, topics.providerEvents());
    events.offer(
        bytes(claim, step),
        () -> {
          step.end();
          acknowledged.run();
        },
        () -> {
          step.failed().end();
          failed.run();
        });
  }

  void report(ProviderEvent report, Runnable acknowledged) {
    Step step = trails.send(report, topics.providerEvents());
    events.append(
        new Appender.Entry(
            "the report on operation " + report.getOperationId(),
            bytes(report, step),
            smaller(report, step),
            () -> {
              step.end();
              acknowledged.run();
            }));
  }

  /** Sets a record aside as it is, with what is wrong with it and where it stood. */
  void deadLetter(
      ConsumerRecord<byte[], byte[]> unreadable,
      String reason,
      String error,
      Runnable acknowledged) {
    ProducerRecord<byte[], byte[]> copy =
        new ProducerRecord<>(topics.deadLetters(), unreadable.key(), unreadable.value());
    unreadable.headers().forEach(copy.headers()::add);
    put(copy.headers(), "onefold.error", error);
    put(copy.headers(), "onefold.reason", reason);
    put(copy.headers(), "onefold.topic", unreadable.topic());
    put(copy.headers(), "onefold.partition", Integer.toString(unreadable.partition()));
    put(copy.headers(), "onefold.offset", Long.toString(unreadable.offset()));
    deadLetters.append(
        new Appender.Entry(
            "the record at offset "
                + unreadable.offset()
                + " of partition "
                + unreadable.partition(),
            copy,
            Optional.of(() -> withoutContent(copy)),
            acknowledged));
  }

  void tick() {
    events.tick();
    deadLetters.tick();
  }

  /** Records that the log has not acknowledged yet. */
  int pending() {
    return events.pending() + deadLetters.pending();
  }

  private ProducerRecord<byte[], byte[]> bytes(ProviderEvent event, Step step) {
    ProducerRecord<byte[], byte[]> bytes =
        new ProducerRecord<>(
            topics.providerEvents(),
            event.getOperationId().getBytes(StandardCharsets.UTF_8),
            serializer.serialize(topics.providerEvents(), event));
    TraceHeaders.write(step.context(), bytes.headers());
    return bytes;
  }

  private Optional<Supplier<ProducerRecord<byte[], byte[]>>> smaller(
      ProviderEvent event, Step step) {
    if (!(event.getFact() instanceof SendReported report)) {
      return Optional.empty();
    }
    return Optional.of(
        () ->
            bytes(
                new ProviderEvent(
                    event.getOperationId(),
                    event.getWorkerId(),
                    event.getIncarnation(),
                    event.getReportedAtMs(),
                    ResultMapper.smallest(report)),
                step));
  }

  /** A record that fits nowhere is still named; its bytes stay where they are. */
  private static ProducerRecord<byte[], byte[]> withoutContent(
      ProducerRecord<byte[], byte[]> copy) {
    int bytes = copy.value() == null ? 0 : copy.value().length;
    copy.headers().remove("onefold.cut.value");
    put(copy.headers(), "onefold.cut.value", "the first 0 of " + bytes + " bytes");
    return new ProducerRecord<>(copy.topic(), null, null, copy.key(), new byte[0], copy.headers());
  }

  private static void put(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
