package io.onefold.connector.worker;

import io.onefold.schema.ProviderEvent;
import io.onefold.schema.SendReported;
import io.onefold.schema.Topics;
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

  void claim(ProviderEvent claim, Runnable acknowledged, Runnable failed) {
    events.offer(bytes(claim), acknowledged, failed);
  }

  void report(ProviderEvent report, Runnable acknowledged) {
    events.append(
        new Appender.Entry(
            "the report on operation " + report.getOperationId(),
            bytes(report),
            smaller(report),
            acknowledged));
  }

  /** Sets a record aside as it is, with what is wrong with it and where it stood. */
  void deadLetter(ConsumerRecord<byte[], byte[]> unreadable, String error, Runnable acknowledged) {
    ProducerRecord<byte[], byte[]> copy =
        new ProducerRecord<>(topics.deadLetters(), unreadable.key(), unreadable.value());
    unreadable.headers().forEach(copy.headers()::add);
    put(copy.headers(), "onefold.error", error);
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

  private ProducerRecord<byte[], byte[]> bytes(ProviderEvent event) {
    return new ProducerRecord<>(
        topics.providerEvents(),
        event.getOperationId().getBytes(StandardCharsets.UTF_8),
        serializer.serialize(topics.providerEvents(), event));
  }

  private Optional<Supplier<ProducerRecord<byte[], byte[]>>> smaller(ProviderEvent event) {
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
                    ResultMapper.smallest(report))));
  }

  /** A record that fits nowhere is still named; its bytes stay where they are. */
  private static ProducerRecord<byte[], byte[]> withoutContent(
      ProducerRecord<byte[], byte[]> copy) {
    return new ProducerRecord<>(copy.topic(), null, null, copy.key(), new byte[0], copy.headers());
  }

  private static void put(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
