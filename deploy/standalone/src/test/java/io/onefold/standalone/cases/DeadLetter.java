package io.onefold.standalone.cases;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** A record that was kept aside. */
record DeadLetter(ConsumerRecord<byte[], byte[]> record) {
  /** The letter about the record at that place; empty if there is none. */
  static Optional<DeadLetter> of(RunningOnefold onefold, RecordMetadata place) {
    return TopicReader.all(onefold, RunningOnefold.topics().deadLetters()).stream()
        .map(DeadLetter::new)
        .filter(letter -> letter.place().equals(text(place)))
        .findFirst();
  }

  /** Where the record lay that it is about. */
  String place() {
    return "%s/%s/%s"
        .formatted(header("onefold.topic"), header("onefold.partition"), header("onefold.offset"));
  }

  /** A place in the form of {@link #place}. */
  static String text(RecordMetadata place) {
    return "%s/%d/%d".formatted(place.topic(), place.partition(), place.offset());
  }

  String reason() {
    return header("onefold.reason");
  }

  String error() {
    return header("onefold.error");
  }

  private String header(String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }
}
