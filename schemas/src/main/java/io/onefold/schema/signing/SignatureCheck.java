package io.onefold.schema.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.InvalidJsonException;
import io.onefold.schema.SignatureRecord;
import java.util.Optional;

/** Checks signed JSON against a set of keys. */
final class SignatureCheck {
  private SignatureCheck() {}

  static Verdict check(SignedJson form, ObjectNode json, VerifyingKeys keys) {
    JsonNode member = json.path(SignedJson.SIGNATURE);
    if (member.isMissingNode() || member.isNull()) {
      return new Verdict(Verdict.Kind.UNSIGNED, "it carries no signature");
    }
    Optional<SignatureRecord> signature = SignatureJson.read(member);
    if (signature.isEmpty()) {
      return altered(
          "its signature is malformed; allowed are exactly the members keyId, algorithm and value"
              + " (base64url without padding)");
    }
    if (!signature.get().getAlgorithm().equals(Ed25519.NAME)) {
      return altered("its signature names another algorithm; allowed is only " + Ed25519.NAME);
    }
    String id = signature.get().getKeyId();
    Optional<VerifyingKey> key = keys.find(id);
    if (key.isEmpty()) {
      return new Verdict(
          Verdict.Kind.UNKNOWN_KEY, "it names key '%s'; known are: %s".formatted(id, keys.ids()));
    }
    return verifies(form, json, key.get(), signature.get())
        ? new Verdict(Verdict.Kind.VALID, "signed by key " + id)
        : altered("key %s did not sign this content".formatted(id));
  }

  private static boolean verifies(
      SignedJson form, ObjectNode json, VerifyingKey key, SignatureRecord signature) {
    try {
      return key.verifies(form.bytes(json), signature);
    } catch (InvalidJsonException e) {
      // What has no canonical form was never signed.
      return false;
    }
  }

  private static Verdict altered(String text) {
    return new Verdict(Verdict.Kind.ALTERED, text);
  }
}
