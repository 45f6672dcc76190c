package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.Observation;
import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.SendGate;
import io.onefold.connector.SendRequest;
import io.onefold.connector.SendResult;
import io.onefold.schema.Grant;
import io.onefold.schema.PayloadHash;
import io.onefold.schema.sealing.DataKey;
import io.onefold.schema.sealing.PayloadKeys;
import io.onefold.schema.sealing.SealingException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is sealed leaves the worker as it was approved, or not at all. */
class SealedConnectorTest {
  private static final String ID = "order|1";
  private static final byte[] PLAIN = "{\"name\":\"Erika\"}".getBytes(StandardCharsets.UTF_8);

  private final DataKey key = DataKey.random();
  private final FakeConnector destination = new FakeConnector();
  private final AtomicInteger opened = new AtomicInteger();
  private final SendGate gate =
      () -> {
        opened.incrementAndGet();
        return true;
      };

  private SealedConnector knowing(PayloadKeys keys) {
    return new SealedConnector(destination, Optional.of(keys));
  }

  @Test
  void shouldSendThePlainBytesWhenThePayloadIsSealed() {
    SendResult result = knowing(id -> key).send(request(key.seal(ID, PLAIN)), gate);

    assertInstanceOf(SendResult.Accepted.class, result);
    assertArrayEquals(PLAIN, destination.writes.get(0).payload());
    assertArrayEquals(PLAIN, destination.writes.get(0).body());
    assertFalse(destination.writes.get(0).isRendered());
  }

  @Test
  void shouldSealWhatTheAnswerShowsWhenThePayloadIsSealed() {
    SendResult result = knowing(id -> key).send(request(key.seal(ID, PLAIN)), gate);

    String excerpt = result.evidence().excerpt().orElseThrow();
    assertTrue(excerpt.startsWith("sealed:v1:"), excerpt);
    assertEquals(Optional.of("{}"), key.openText(ID, excerpt));
    assertEquals(Optional.of("id-1"), result.evidence().providerId());
  }

  @Test
  void shouldChangeNothingWhenThePayloadIsPlain() {
    SendResult result =
        new SealedConnector(destination, Optional.empty()).send(request(PLAIN), gate);

    assertEquals(FakeConnector.accepted(), result);
    assertArrayEquals(PLAIN, destination.writes.get(0).payload());
  }

  @Test
  void shouldSendNothingWhenTheKeyWasErased() {
    PayloadKeys erased =
        id -> {
          throw new SealingException(SealingException.Kind.ERASED, "it was erased by jo");
        };

    assertNotSent(knowing(erased).send(request(key.seal(ID, PLAIN)), gate), "erased by jo");
  }

  @Test
  void shouldSendNothingWhenTheWorkerHasNoKeys() {
    SealedConnector keyless = new SealedConnector(destination, Optional.empty());

    assertNotSent(keyless.send(request(key.seal(ID, PLAIN)), gate), "without payload keys");
  }

  @Test
  void shouldSendNothingWhenTheContentIsAnotherThanTheHashThatWasApproved() {
    // given sealed content under the head of another content, whose hash was approved
    byte[] approved = key.seal(ID, "{\"name\":\"Max\"}".getBytes(StandardCharsets.UTF_8));
    byte[] swapped = key.seal(ID, PLAIN);
    System.arraycopy(approved, 0, swapped, 0, 40);

    // when
    SendResult result = knowing(id -> key).send(request(swapped), gate);

    // then
    assertNotSent(result, "cannot be opened");
  }

  @Test
  void shouldSendNothingWhenItWasSealedForAnotherOperation() {
    byte[] others = key.seal("order|2", PLAIN);

    assertNotSent(knowing(id -> key).send(request(others), gate), "cannot be opened");
  }

  @Test
  void shouldCompareWithThePlainBytesWhenItReadsBack() {
    Observation seen = knowing(id -> key).readback(readback(key.seal(ID, PLAIN)));

    assertEquals(FakeConnector.found(), seen);
    assertArrayEquals(PLAIN, destination.looks.get(0).payload());
  }

  @Test
  void shouldNotAskWhenItCannotCompare() {
    SealedConnector keyless = new SealedConnector(destination, Optional.empty());

    Observation seen = keyless.readback(readback(key.seal(ID, PLAIN)));

    assertInstanceOf(Observation.Inconclusive.class, seen);
    assertEquals(List.of(), destination.looks);
  }

  @Test
  void shouldTellWhyAGrantIsUnfitWhenItsPayloadStatesAnotherHash() {
    Grant grant = new Grant();
    grant.setPayload(ByteBuffer.wrap(key.seal(ID, PLAIN)));
    grant.setPayloadHash(PayloadHash.ofBytes(PLAIN).value());
    assertEquals(Optional.empty(), Payloads.unfit(grant));

    grant.setPayloadHash("sha256:" + "0".repeat(64));

    assertTrue(Payloads.unfit(grant).orElseThrow().contains("0".repeat(64) + " was approved"));
  }

  private void assertNotSent(SendResult result, String why) {
    assertInstanceOf(SendResult.NotSent.class, result);
    assertTrue(result.message().contains(why), result.message());
    assertEquals(List.of(), destination.writes);
    assertEquals(0, opened.get(), "the gate was asked");
  }

  private static SendRequest request(byte[] payload) {
    return new SendRequest(
        Contracts.blog(), ID, 1, "publish", payload, "application/json", Map.of(), Instant.EPOCH);
  }

  private static ReadbackRequest readback(byte[] payload) {
    return new ReadbackRequest(
        Contracts.blog(),
        ID,
        payload,
        "application/json",
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        true,
        Optional.empty());
  }
}
