package io.onefold.schema.signing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.Receipt;
import io.onefold.schema.signing.Verdict.Kind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

class ReceiptSignatureTest {
  private final SigningKey key = SigningKey.generate();
  private final VerifyingKeys keys = VerifyingKeys.of(List.of(key.verifying()));

  @Test
  void shouldBeValidWhenNothingWasChanged() {
    Receipt receipt = Samples.signed(key);

    Verdict verdict = ReceiptSignature.check(receipt, keys);

    assertEquals(Kind.VALID, verdict.kind());
    assertEquals("signed by key " + key.verifying().id(), verdict.text());
  }

  @Test
  void shouldNoticeWhenAnyFieldIsChanged() {
    ObjectNode receipt = ReceiptJson.render(Samples.signed(key));

    List<ObjectNode> changes = Samples.changes(receipt);

    assertTrue(changes.size() > 100, "changes: " + changes.size());
    for (ObjectNode changed : changes) {
      assertFalse(ReceiptSignature.check(changed, keys).valid(), changed::toString);
    }
  }

  /** A field of the topic that the JSON lacks would be shown by nobody and signed by nobody. */
  @Test
  void shouldNoticeWhenAnyFieldOfTheTopicIsChanged() {
    // As it is read: lists that can be changed.
    AvroSerde<Receipt> serde = AvroSerde.of(Receipt.class, BuiltInCatalogue.instance());
    byte[] written = serde.serializer().serialize("t", Samples.signed(key));
    Receipt receipt = serde.deserializer().deserialize("t", written);
    assertEquals(Kind.VALID, ReceiptSignature.check(receipt, keys).kind());

    int changes = change(receipt, receipt, "");

    assertTrue(changes > 50, "changes: " + changes);
    assertEquals(Kind.VALID, ReceiptSignature.check(receipt, keys).kind(), "all were taken back");
  }

  private int change(Receipt whole, SpecificRecord part, String path) {
    int changes = 0;
    for (Schema.Field field : part.getSchema().getFields()) {
      if (path.isEmpty() && field.name().equals(SignedJson.SIGNATURE)) {
        continue;
      }
      String place = path + "/" + field.name();
      Object value = part.get(field.pos());
      assertNotNull(value, place);
      changes += change(whole, value, place, other -> part.put(field.pos(), other));
    }
    return changes;
  }

  private int change(Receipt whole, Object value, String place, Consumer<Object> put) {
    if (value instanceof SpecificRecord nested) {
      return change(whole, nested, place);
    }
    if (value instanceof List<?> list) {
      @SuppressWarnings("unchecked")
      List<Object> items = (List<Object>) list;
      assertFalse(items.isEmpty(), place);
      int changes = 0;
      for (int i = 0; i < items.size(); i++) {
        int at = i;
        changes += change(whole, items.get(i), place + "/" + i, other -> items.set(at, other));
      }
      return changes;
    }
    put.accept(other(value));
    assertEquals(Kind.ALTERED, ReceiptSignature.check(whole, keys).kind(), place);
    put.accept(value);
    return 1;
  }

  private static Object other(Object value) {
    if (value instanceof Boolean truth) {
      return !truth;
    }
    if (value instanceof Integer number) {
      return number + 1;
    }
    return value instanceof Long number ? (Object) (number + 1) : value + "x";
  }

  @Test
  void shouldSayUnsignedWhenThereIsNoSignature() {
    ObjectNode receipt = ReceiptJson.render(Samples.receipt());
    ObjectNode older = receipt.deepCopy();
    older.remove("signature");

    assertEquals(Kind.UNSIGNED, ReceiptSignature.check(receipt, keys).kind());
    assertEquals(Kind.UNSIGNED, ReceiptSignature.check(older, keys).kind());
  }

  @Test
  void shouldNameTheKnownKeysWhenTheKeyIsUnknown() {
    Receipt receipt = Samples.signed(SigningKey.generate());

    Verdict verdict = ReceiptSignature.check(receipt, keys);

    assertEquals(Kind.UNKNOWN_KEY, verdict.kind());
    assertTrue(verdict.text().endsWith("known are: " + key.verifying().id()), verdict::text);
  }

  @Test
  void shouldNoticeWhenAnotherKeySignsInTheNameOfOurs() {
    Receipt receipt = Samples.signed(SigningKey.generate());
    receipt.getSignature().setKeyId(key.verifying().id());

    assertEquals(Kind.ALTERED, ReceiptSignature.check(receipt, keys).kind());
  }

  /** Base64 has spare bits at its end: two texts for the same bytes must not both be right. */
  @Test
  void shouldNoticeWhenTheSignatureIsWrittenInAnotherWay() {
    ObjectNode receipt = ReceiptJson.render(Samples.signed(key));
    ObjectNode signature = (ObjectNode) receipt.get("signature");
    String value = signature.get("value").textValue();

    for (String other : List.of(value + "==", value.substring(0, 85) + next(value.charAt(85)))) {
      signature.put("value", other);
      assertEquals(Kind.ALTERED, ReceiptSignature.check(receipt, keys).kind(), other);
    }
  }

  private static char next(char last) {
    return (char) (last + 1);
  }

  /** A field that a later version adds is absent in an old receipt, and its signature holds. */
  @Test
  void shouldBeValidWhenMembersThatAreNullComeAndGo() {
    Receipt receipt = Samples.receipt();
    receipt.setProviderId(null);
    receipt.getAttempts().get(0).setEndedAtMs(null);
    receipt.setSignature(ReceiptSignature.sign(receipt, key));
    ObjectNode json = ReceiptJson.render(receipt);
    json.remove("providerId");
    ((ObjectNode) json.path("attempts").get(0)).remove("endedAt");
    json.putNull("laterField");

    assertEquals(Kind.VALID, ReceiptSignature.check(json, keys).kind());
  }

  @Test
  void shouldSignTheSameBytesWhenSignedAgain() {
    assertEquals(
        Samples.signed(key).getSignature(),
        ReceiptSignature.sign(Samples.signed(SigningKey.generate()), key));
  }

  /** Avro writes half a surrogate pair as a question mark, and that is what readers see. */
  @Test
  void shouldSignWhatReadersSeeWhenATextIsCutWithinACharacter() {
    AvroSerde<Receipt> serde = AvroSerde.of(Receipt.class, BuiltInCatalogue.instance());
    Receipt receipt = Samples.receipt();
    receipt.setMessage("cut: \uD83D");
    receipt.setSignature(ReceiptSignature.sign(receipt, key));

    Receipt read =
        serde.deserializer().deserialize("t", serde.serializer().serialize("t", receipt));

    assertEquals("cut: ?", read.getMessage());
    assertEquals(Kind.VALID, ReceiptSignature.check(read, keys).kind());
  }

  @Test
  void shouldSignTheTitleAndTheCanonicalFormWhenAsked() {
    Receipt receipt = Samples.receipt();
    receipt.setReadback(null);
    receipt.setPolicyDecision(null);
    receipt.setAttempts(List.of());

    String signed =
        new String(
            ReceiptSignature.signedBytes(ReceiptJson.render(receipt)), StandardCharsets.UTF_8);

    assertTrue(
        signed.startsWith("onefold-receipt-v1\n{\"attempts\":[],\"bodyHash\":\"sha256:"), signed);
    assertFalse(signed.contains("null"), signed);
  }
}
