package io.onefold.schema.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.Intent;
import io.onefold.schema.InvalidIntentException;
import io.onefold.schema.OperationId;
import io.onefold.schema.PayloadHash;
import io.onefold.schema.Topics;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntentProducerTest {
  private static final String TOPIC = "onefold.intents";

  private final MockProducer<String, byte[]> kafka =
      new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());
  private final IntentProducer intents =
      IntentProducer.over(kafka, Topics.standard(), BuiltInCatalogue.instance());

  private static IntentBuilder post(String id) {
    return IntentBuilder.of(OperationId.parse(id))
        .to("blog", "acme-editorial", "production")
        .action("publish")
        .json("{\"title\": \"Launch\", \"content\": \"…\"}");
  }

  private static IntentNotStoredException failure(CompletableFuture<StoredIntent> stored) {
    return assertInstanceOf(
        IntentNotStoredException.class,
        assertThrows(CompletionException.class, stored::join).getCause());
  }

  @Test
  void shouldTellWhereTheIntentIsWhenTheBrokerAcknowledgesIt() {
    // given
    Intent intent = post("invoice-7").attribute("slug", "launch").build();

    // when
    CompletableFuture<StoredIntent> stored = intents.send(intent);
    boolean early = stored.isDone();
    kafka.completeNext();

    // then
    assertFalse(early);
    // This producer puts everything into partition 0; a real one decides by the key alone.
    assertEquals(new StoredIntent("invoice-7", TOPIC, 0, 0), stored.join());
    ProducerRecord<String, byte[]> sent = kafka.history().get(0);
    assertNull(sent.partition());
    assertEquals("invoice-7", sent.key());
    assertEquals(
        intent,
        AvroSerde.of(Intent.class, BuiltInCatalogue.instance())
            .deserializer()
            .deserialize(TOPIC, sent.value()));
  }

  @Test
  void shouldSendNothingWhenARuleIsBroken() {
    // given
    Intent large = post("invoice-8").build();
    large.setPayload(ByteBuffer.allocate(921_601));
    Intent blank = post("invoice-9").build();
    blank.setAccount(" ");

    // when
    InvalidIntentException tooLarge =
        assertThrows(InvalidIntentException.class, () -> intents.send(large));
    InvalidIntentException noAccount =
        assertThrows(InvalidIntentException.class, () -> intents.send(blank));

    // then
    assertEquals(InvalidIntentException.Kind.TOO_LARGE, tooLarge.kind());
    assertEquals("account", noAccount.field());
    assertTrue(kafka.history().isEmpty());
  }

  @Test
  void shouldSayWhetherToSendAgainWhenTheBrokerRefuses() {
    // given
    CompletableFuture<StoredIntent> replicas = intents.send(post("a").build());
    CompletableFuture<StoredIntent> rights = intents.send(post("b").build());
    CompletableFuture<StoredIntent> large = intents.send(post("c").build());

    // when
    kafka.errorNext(new NotEnoughReplicasException("1 of 2 replicas"));
    kafka.errorNext(new TopicAuthorizationException("no right to write"));
    kafka.errorNext(new RecordTooLargeException("2 MiB"));

    // then
    assertTrue(failure(replicas).retriable());
    assertFalse(failure(rights).retriable());
    assertFalse(failure(large).retriable());
    String message = String.valueOf(failure(rights).getMessage());
    assertTrue(message.contains("operation b"), message);
    assertTrue(message.contains(TOPIC + ": no right to write"), message);
  }

  @Test
  void shouldShowIntentsOnlyWhenTheCallersTransactionIsCommitted() {
    // given
    kafka.initTransactions();

    // when
    kafka.beginTransaction();
    var unused = intents.send(post("taken-back").build());
    kafka.abortTransaction();
    kafka.beginTransaction();
    CompletableFuture<StoredIntent> kept = intents.send(post("kept").build());
    kafka.commitTransaction();

    // then
    assertEquals("kept", kept.join().operationId());
    assertEquals(List.of("kept"), kafka.history().stream().map(ProducerRecord::key).toList());
  }

  @Test
  void shouldLeaveTheProducerOpenWhenItBelongsToTheCaller() {
    // when
    intents.close(Duration.ofSeconds(1));

    // then
    assertFalse(kafka.closed());
  }

  @ParameterizedTest
  @CsvSource({
    "acks, 1, allowed is only all",
    "enable.idempotence, false, allowed is only true",
    "partitioner.ignore.keys, true, allowed is only false",
    "max.request.size, 1000, bytes or more",
    "transactional.id, mine, IntentProducer.over"
  })
  void shouldRefuseASettingWhenItWeakensThePromise(String name, String value, String says) {
    // given
    Map<String, String> config = Map.of("bootstrap.servers", "127.0.0.1:1", name, value);

    // when
    ConfigException refused =
        assertThrows(ConfigException.class, () -> IntentProducer.connect(config));

    // then
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains(name) && message.contains(says), message);
  }

  @Test
  void shouldRefuseAnotherPartitionerWhenItIsSet() {
    assertThrows(
        ConfigException.class,
        () ->
            IntentProducer.settings(
                Map.of("partitioner.class", RoundRobinPartitioner.class.getName())));
  }

  @Test
  void shouldNameTheFieldWhenAnIntentIsIncomplete() {
    // given
    PayloadHash other = PayloadHash.ofBytes(new byte[] {1});

    // when
    InvalidIntentException noPayload =
        assertThrows(
            InvalidIntentException.class,
            () ->
                IntentBuilder.of(OperationId.of("a", "b"))
                    .to("blog", "acme", "production")
                    .action("publish")
                    .build());
    InvalidIntentException otherBytes =
        assertThrows(
            InvalidIntentException.class,
            () -> post("x").approved("editorial-v3", "j.doe", Instant.EPOCH, other).build());

    // then
    assertEquals("payload", noPayload.field());
    assertEquals("approval.payloadHash", otherBytes.field());
  }

  @Test
  void shouldFailEachFutureWhenNobodyAnswersBeforeTheClose() {
    // given
    Map<String, Object> nobody = Map.of("bootstrap.servers", "127.0.0.1:1", "max.block.ms", 100);

    // when
    CompletableFuture<StoredIntent> stored;
    try (IntentProducer alone = IntentProducer.connect(nobody)) {
      stored = alone.send(post("lost").build());
    }

    // then
    assertTrue(failure(stored).retriable());
  }
}
