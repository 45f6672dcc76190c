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
        .filter(letter -> letter.isAbout(place))
        .findFirst();
  }

  private boolean isAbout(RecordMetadata place) {
    return header("onefold.topic").equals(place.topic())
        && header("onefold.partition").equals(Integer.toString(place.partition()))
        && header("onefold.offset").equals(Long.toString(place.offset()));
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
