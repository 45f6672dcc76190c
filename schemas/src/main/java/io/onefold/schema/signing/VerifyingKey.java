package io.onefold.schema.signing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.SignatureRecord;
import java.nio.ByteBuffer;
import java.security.PublicKey;

/** An Ed25519 key that checks signatures. Thread-safe. */
public final class VerifyingKey {
  private final PublicKey key;
  private final String id;

  VerifyingKey(PublicKey key) {
    this.key = key;
    this.id = Ed25519.thumbprint(key);
  }

  /** Its JWK thumbprint (RFC 7638, SHA-256), base64url without padding: 43 characters. */
  public String id() {
    return id;
  }

  /** The key as a JSON Web Key (RFC 8037). */
  public ObjectNode jwk() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("kty", "OKP")
        .put("crv", Ed25519.NAME)
        .put("x", Base64Url.write(Ed25519.raw(key)))
        .put("kid", id)
        .put("use", "sig")
        .put("alg", "EdDSA");
  }

  /** The key as a PEM text (X.509 SubjectPublicKeyInfo). */
  public String pem() {
    return Pem.write(Pem.PUBLIC, key.getEncoded());
  }

  boolean verifies(byte[] signed, SignatureRecord signature) {
    ByteBuffer bytes = signature.getValue().duplicate();
    byte[] value = new byte[bytes.remaining()];
    bytes.get(value);
    return signature.getAlgorithm().equals(Ed25519.NAME)
        && signature.getKeyId().equals(id)
        && Ed25519.verifies(key, signed, value);
  }

  @Override
  public String toString() {
    return "verifying key " + id;
  }
}
