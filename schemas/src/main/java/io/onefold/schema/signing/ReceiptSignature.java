package io.onefold.schema.signing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.Receipt;
import io.onefold.schema.SignatureRecord;

/** Signs receipts and checks them. Thread-safe. */
public final class ReceiptSignature {
  private static final AvroSerde<Receipt> SERDE =
      AvroSerde.of(Receipt.class, BuiltInCatalogue.instance());
  private static final String NOWHERE = "signing";

  private ReceiptSignature() {}

  /** The signature of a receipt; one that it carries already is not looked at. */
  public static SignatureRecord sign(Receipt receipt, SigningKey key) {
    // What readers will see: a text that Avro cannot carry as it is differs from what we hold.
    byte[] written = SERDE.serializer().serialize(NOWHERE, receipt);
    Receipt read = SERDE.deserializer().deserialize(NOWHERE, written);
    return key.sign(signedBytes(ReceiptJson.render(read)));
  }

  /** Checks a receipt of the topic. */
  public static Verdict check(Receipt receipt, VerifyingKeys keys) {
    return check(ReceiptJson.render(receipt), keys);
  }

  /** Checks a receipt as REST and the command line show it. */
  public static Verdict check(ObjectNode receipt, VerifyingKeys keys) {
    return SignatureCheck.check(SignedJson.RECEIPT, receipt, keys);
  }

  /** The bytes that a receipt's signature is over. */
  public static byte[] signedBytes(ObjectNode receipt) {
    return SignedJson.RECEIPT.bytes(receipt);
  }
}
