package io.onefold.processor.rebuild;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.Escalation;
import io.onefold.schema.Receipt;
import io.onefold.schema.SchemaIds;
import java.util.Arrays;

/**
 * The Avro bytes of receipts and escalations by the newest schema, without the wire format in
 * front: so that a registry's IDs and an older schema do not count, and every field does. Whatever
 * is not derived from the journal is to be taken out here.
 */
final class CanonicalBytes {
  private static final int HEADER_BYTES = 5;

  private final AvroSerde<Receipt> canonicalReceipts =
      AvroSerde.of(Receipt.class, BuiltInCatalogue.instance());
  private final AvroSerde<Escalation> canonicalEscalations =
      AvroSerde.of(Escalation.class, BuiltInCatalogue.instance());
  private final AvroSerde<Receipt> receipts;
  private final AvroSerde<Escalation> escalations;

  /**
   * @param ids of the topics' schemas
   */
  CanonicalBytes(SchemaIds ids) {
    receipts = AvroSerde.of(Receipt.class, ids);
    escalations = AvroSerde.of(Escalation.class, ids);
  }

  /** Of a receipt. */
  byte[] of(Receipt receipt) {
    return body(canonicalReceipts.serializer().serialize("", receipt));
  }

  /** Of an escalation. */
  byte[] of(Escalation escalation) {
    return body(canonicalEscalations.serializer().serialize("", escalation));
  }

  /** Of a receipt as it lies in its topic, but for its signature, which stands in no event. */
  byte[] receipt(String topic, byte[] value) {
    Receipt published = receipts.deserializer().deserialize(topic, value);
    published.setSignature(null);
    return of(published);
  }

  /** Of an escalation as it lies in its topic. */
  byte[] escalation(String topic, byte[] value) {
    return of(escalations.deserializer().deserialize(topic, value));
  }

  private static byte[] body(byte[] whole) {
    return Arrays.copyOfRange(whole, HEADER_BYTES, whole.length);
  }
}
