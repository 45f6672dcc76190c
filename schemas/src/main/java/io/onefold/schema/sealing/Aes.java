package io.onefold.schema.sealing;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** AES-256-GCM. */
final class Aes {
  static final int KEY_BYTES = 32;
  static final int NONCE_BYTES = 12;
  static final int TAG_BYTES = 16;

  private static final SecureRandom RANDOM = new SecureRandom();

  private Aes() {}

  static byte[] random(int bytes) {
    byte[] random = new byte[bytes];
    RANDOM.nextBytes(random);
    return random;
  }

  /** Nonce, ciphertext and tag. */
  static byte[] seal(byte[] key, byte[] nonce, byte[] additional, byte[] plain) {
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce, additional).doFinal(plain);
      return ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed).array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform must provide AES-256-GCM", e);
    }
  }

  /** The plain bytes; empty if the key is another one, or any byte was changed. */
  static Optional<byte[]> open(byte[] key, byte[] additional, byte[] sealed) {
    if (sealed.length < NONCE_BYTES + TAG_BYTES) {
      return Optional.empty();
    }
    byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
    try {
      return Optional.of(
          cipher(Cipher.DECRYPT_MODE, key, nonce, additional)
              .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
    } catch (AEADBadTagException e) {
      return Optional.empty();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform must provide AES-256-GCM", e);
    }
  }

  private static Cipher cipher(int mode, byte[] key, byte[] nonce, byte[] additional)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(8 * TAG_BYTES, nonce));
    cipher.updateAAD(additional);
    return cipher;
  }
}
