package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class AppenderTest {
  private final ManualClock clock = new ManualClock();
  private final Inbox inbox = new Inbox(() -> {});
  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final Appender appender = new Appender(producer, inbox, clock, new WorkerMetrics());
  private final List<String> acknowledged = new ArrayList<>();

  @Test
  void shouldAcknowledgeOnTheOwnerThreadOnly() {
    append("a");
    producer.completeNext();
    assertEquals(List.of(), acknowledged);

    inbox.drain();

    assertEquals(List.of("a"), acknowledged);
    assertEquals(0, appender.pending());
  }

  @Test
  void shouldTryAReportAgainUntilTheLogHasIt() {
    append("a");
    for (int tries = 0; tries < 5; tries++) {
      fail(new TopicAuthorizationException("t"));
      assertEquals(1, appender.pending());
      appender.tick();
      assertTrue(producer.history().size() == tries + 1, "not before its pause is over");
      clock.pass(Appender.RETRY_AFTER);
      appender.tick();
    }

    producer.completeNext();
    inbox.drain();

    assertEquals(List.of("a"), acknowledged);
    assertEquals(6, producer.history().size());
  }

  @Test
  void shouldKeepTheOrderWhileSomethingIsTriedAgain() {
    append("a");
    fail(new TopicAuthorizationException("t"));
    append("b");
    assertEquals(1, producer.history().size());

    clock.pass(Appender.RETRY_AFTER);
    appender.tick();

    assertEquals(List.of("a", "a", "b"), sent());
  }

  @Test
  void shouldAppendASmallerReportWhenItIsTooLarge() {
    appender.append(
        new Appender.Entry(
            "a", bytes("large"), Optional.of(() -> bytes("small")), () -> acknowledged.add("a")));
    fail(new RecordTooLargeException("too large"));
    clock.pass(Appender.RETRY_AFTER);
    appender.tick();
    producer.completeNext();
    inbox.drain();

    assertEquals(List.of("large", "small"), sent());
    assertEquals(List.of("a"), acknowledged);
  }

  @Test
  void shouldTryAgainWhenTheProducerThrows() {
    producer.sendException = new IllegalStateException("bug");
    append("a");
    inbox.drain();
    producer.sendException = null;

    clock.pass(Appender.RETRY_AFTER);
    appender.tick();
    producer.completeNext();
    inbox.drain();

    assertEquals(List.of("a"), acknowledged);
  }

  @Test
  void shouldHandNothingMoreToAProducerThatBlocks() {
    List<String> failed = new ArrayList<>();
    Appender slow =
        new Appender(
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
              @Override
              public synchronized java.util.concurrent.Future<
                      org.apache.kafka.clients.producer.RecordMetadata>
                  send(
                      ProducerRecord<byte[], byte[]> bytes,
                      org.apache.kafka.clients.producer.Callback callback) {
                clock.pass(java.time.Duration.ofSeconds(5));
                return super.send(bytes, callback);
              }
            },
            inbox,
            clock,
            new WorkerMetrics());

    slow.offer(bytes("first"), () -> acknowledged.add("first"), () -> failed.add("first"));
    slow.offer(bytes("second"), () -> acknowledged.add("second"), () -> failed.add("second"));
    inbox.drain();

    assertEquals(List.of("first"), acknowledged);
    assertEquals(List.of("second"), failed);
  }

  @Test
  void shouldNotRepeatAnOfferedClaim() {
    List<String> failed = new ArrayList<>();
    appender.offer(bytes("claim"), () -> acknowledged.add("claim"), () -> failed.add("claim"));
    fail(new TopicAuthorizationException("t"));

    assertEquals(List.of("claim"), failed);
    assertEquals(0, appender.pending());
  }

  @Test
  void shouldNotLetAClaimOvertakeAReportThatIsTriedAgain() {
    List<String> failed = new ArrayList<>();
    append("a");
    fail(new TopicAuthorizationException("t"));

    appender.offer(bytes("claim"), () -> acknowledged.add("claim"), () -> failed.add("claim"));
    assertEquals(List.of(), failed);
    inbox.drain();

    assertEquals(List.of("claim"), failed);
    assertEquals(List.of("a"), sent());
  }

  private void append(String text) {
    appender.append(
        new Appender.Entry(text, bytes(text), Optional.empty(), () -> acknowledged.add(text)));
  }

  private void fail(RuntimeException reason) {
    producer.errorNext(reason);
    inbox.drain();
  }

  private List<String> sent() {
    return producer.history().stream()
        .map(each -> new String(each.value(), StandardCharsets.UTF_8))
        .toList();
  }

  private static ProducerRecord<byte[], byte[]> bytes(String text) {
    return new ProducerRecord<>("t", text.getBytes(StandardCharsets.UTF_8));
  }
}
