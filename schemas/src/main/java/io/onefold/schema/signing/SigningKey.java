package io.onefold.schema.signing;

import io.onefold.schema.SignatureRecord;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/**
 * An Ed25519 key that signs. The same bytes always get the same signature. Thread-safe; its text
 * shows the ID alone.
 */
public final class SigningKey {
  private final PrivateKey key;
  private final VerifyingKey verifying;

  private SigningKey(PrivateKey key, VerifyingKey verifying) {
    this.key = key;
    this.verifying = verifying;
  }

  static SigningKey of(PrivateKey key) throws GeneralSecurityException {
    PublicKey derived = Ed25519.publicKeyOf(key);
    return new SigningKey(key, new VerifyingKey(derived));
  }

  /** A new key. */
  public static SigningKey generate() {
    try {
      return of(KeyPairGenerator.getInstance(Ed25519.NAME).generateKeyPair().getPrivate());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform from 15 on has Ed25519", e);
    }
  }

  /** Its public half. */
  public VerifyingKey verifying() {
    return verifying;
  }

  /** The key as PKCS#8 in a PEM text. Whoever reads it can sign. */
  public String pem() {
    return Pem.write(Pem.PRIVATE, key.getEncoded());
  }

  SignatureRecord sign(byte[] bytes) {
    try {
      Signature signature = Signature.getInstance(Ed25519.NAME);
      signature.initSign(key);
      signature.update(bytes);
      return new SignatureRecord(verifying.id(), Ed25519.NAME, ByteBuffer.wrap(signature.sign()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the key " + verifying.id() + " does not sign", e);
    }
  }

  @Override
  public String toString() {
    return "signing key " + verifying.id();
  }
}
