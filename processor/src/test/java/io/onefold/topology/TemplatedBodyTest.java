package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.processor.view.EventView;
import io.onefold.processor.view.OperationView;
import io.onefold.schema.Escalation;
import io.onefold.schema.Grant;
import io.onefold.schema.PayloadHash;
import io.onefold.schema.Receipt;
import io.onefold.schema.RenderedBody;
import io.onefold.schema.Send;
import io.onefold.schema.sealing.DataKey;
import io.onefold.schema.signing.ReceiptJson;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A contract with a body template, from the intent to the receipt, through the real topology. */
class TemplatedBodyTest {
  private static final String ID = "campaign|website|launch-post";
  private static final String PAYLOAD = "{\"amount\":12,\"title\":\"Launch\"}";
  private static final String BODY =
      "{\"amount\":12,\"note\":\"from " + ID + "\",\"text\":\"Launch\"}";
  private static final DataKey KEY = DataKey.random();
  private static final String HASH = PayloadHash.ofBytes(bytes(BODY)).value();

  private final LedgerDriver ledger =
      LedgerDriver.start(
          contract(
              "{json: {text: \"{payload.title}\", amount: \"{payload.amount}\","
                  + " note: \"from {operationId}\"}}"),
          1,
          LedgerDriver.START);

  @AfterEach
  void close() {
    ledger.close();
  }

  @Test
  void shouldGrantWhatTheTemplateGaveAndNameItsHashInTheReceipt() {
    // given
    ledger.pipe(intent(PAYLOAD));
    assertInstanceOf(Send.class, ledger.orders().getFirst());

    // when
    ledger.pipe(Sent.claim(ID, 1, "c-1"));
    Grant grant = grantOf(ledger);
    ledger.pipe(Sent.accepted(ID, 1, "c-1", "p-1", "MATCH"));

    // then
    RenderedBody body = grant.getBody();
    assertEquals(BODY, text(body.getContent()));
    assertEquals("application/json", body.getContentType());
    assertEquals(HASH, body.getHash());
    assertEquals(PAYLOAD, text(grant.getPayload()));
    Receipt receipt = ledger.receipts().getFirst();
    assertEquals(HASH, receipt.getBodyHash());
    assertEquals(PayloadHash.ofBytes(bytes(PAYLOAD)).value(), receipt.getPayloadHash());
    assertEquals(HASH, ReceiptJson.render(receipt).path("bodyHash").asText());
    JsonNode operation =
        OperationView.render(Objects.requireNonNull(ledger.stored(ID)), Optional.empty());
    assertEquals(HASH, operation.path("bodyHash").asText());
  }

  @Test
  void shouldShowTheHashButNotTheBytesInTheJournalOfAnEvent() {
    ledger.pipe(intent(PAYLOAD));

    JsonNode event = EventView.render(ledger.journal().getFirst());

    JsonNode body = event.at("/input/intent/body");
    assertEquals(HASH, body.path("hash").asText());
    assertEquals(BODY.length(), body.path("bytes").asInt());
    assertFalse(event.toString().contains("Launch"), event.toString());
  }

  @Test
  void shouldSendTheSameBytesWhenAnotherContractTakesOver() {
    // given
    ledger.pipe(intent(PAYLOAD));
    ledger.pipe(Sent.claim(ID, 1, "c-1"));
    Grant first = grantOf(ledger);

    // when
    try (LedgerDriver other =
        ledger.takenOverAt(LedgerDriver.START, contract("{form: {text: \"{payload.title}\"}}"))) {
      other.pipe(Sent.report(ID, 1, "c-1", "NOT_SENT", r -> r.setDetail("CONNECTION_REFUSED")));
      other.advance(java.time.Duration.ofMinutes(1));
      other.orders();
      other.pipe(Sent.claim(ID, 2, "c-2"));

      // then
      assertEquals(first.getBody(), grantOf(other).getBody());
    }
  }

  @Test
  void shouldWaitForAPersonWhenTheTemplateCannotBeFilled() {
    // when
    ledger.pipe(intent("{\"amount\":12}"));

    // then
    assertEquals("UNRESOLVED", ledger.lastState());
    Escalation open = ledger.escalations().getFirst();
    assertEquals("BODY_NOT_RENDERED", open.getReason());
    assertEquals("POLICY_ADMISSION", open.getFirstBrokenStage());
    assertTrue(open.getKnown().contains("`payload.title`"), open.getKnown());
    assertNull(ledger.stored(ID).receipt().orElse(null));

    // when a corrected intent comes under the same operation ID
    ledger.pipe(intent(PAYLOAD));

    // then
    assertEquals("READY", ledger.lastState());
    ledger.pipe(Sent.claim(ID, 1, "c-1"));
    assertEquals(BODY, text(grantOf(ledger).getBody().getContent()));
  }

  @Test
  void shouldGrantThePayloadAloneWhenTheContractHasNoTemplate() {
    try (LedgerDriver plain = LedgerDriver.start(contract("payload"), 1, LedgerDriver.START)) {
      plain.pipe(intent(PAYLOAD));
      plain.pipe(Sent.claim(ID, 1, "c-1"));

      assertNull(grantOf(plain).getBody());
    }
  }

  @Test
  void shouldGrantTheSealedBytesUnderTheApprovedHashWhenThePayloadIsSealed() {
    try (LedgerDriver plain = LedgerDriver.start(contract("payload"), 1, LedgerDriver.START)) {
      // given
      byte[] sealed = KEY.seal(ID, bytes(PAYLOAD));
      plain.pipe(sealed());

      // when the same comes again
      plain.pipe(sealed());
      plain.pipe(Sent.claim(ID, 1, "c-1"));

      // then
      Grant grant = grantOf(plain);
      assertEquals(ByteBuffer.wrap(sealed), grant.getPayload());
      assertEquals(PayloadHash.ofBytes(bytes(PAYLOAD)).value(), grant.getPayloadHash());
      assertEquals("DUPLICATE_INTENT", plain.journal().get(1).getConclusion().getWhy());
    }
  }

  @Test
  void shouldWaitForAPersonWhenTheBodyIsMadeOfASealedPayload() {
    // when
    ledger.pipe(sealed());

    // then
    Escalation open = ledger.escalations().getFirst();
    assertEquals("BODY_NOT_RENDERED", open.getReason());
    assertTrue(open.getKnown().contains("the payload is sealed"), open.getKnown());
  }

  private static Sent sealed() {
    return Sent.intent(
        ID, "shop", PAYLOAD, i -> i.setPayload(ByteBuffer.wrap(KEY.seal(ID, bytes(PAYLOAD)))));
  }

  private static Sent intent(String payload) {
    return Sent.intent(ID, "shop", payload, i -> {});
  }

  private static Grant grantOf(LedgerDriver ledger) {
    return assertInstanceOf(Grant.class, ledger.orders().getLast());
  }

  private static Destinations contract(String body) {
    return DestinationsFile.parse(
        "test",
        """
        destinations:
          shop:
            connector: http
            account: acme
            environment: production
            send: {method: POST, url: "https://shop.example/items", provider-id: /id, body: %s}
            readback: [{by: id, url: "https://shop.example/items/{providerId}"}]
        """
            .formatted(body));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(ByteBuffer bytes) {
    return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
  }
}
