package io.onefold.schema.sealing;

import io.onefold.schema.PayloadHash;
import io.onefold.schema.SealedPayload;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The key of one operation. Immutable; shows nothing of itself. */
public final class DataKey {
  private static final String TEXT_FORM = "sealed:v1:";
  private static final byte[] OF_NONCES = "nonce".getBytes(StandardCharsets.UTF_8);
  private static final byte[] OF_TEXT = "text:".getBytes(StandardCharsets.UTF_8);

  private final byte[] key;

  DataKey(byte[] key) {
    this.key = key.clone();
  }

  /** A new one. */
  public static DataKey random() {
    return new DataKey(Aes.random(Aes.KEY_BYTES));
  }

  byte[] bytes() {
    return key.clone();
  }

  /** The sealed form of a plain payload: the same bytes always become the same ones. */
  public byte[] seal(String operationId, byte[] plain) {
    byte[] head = SealedPayload.head(PayloadHash.ofBytes(plain));
    byte[] sealed = encrypt(ofPayload(operationId, head), plain);
    return ByteBuffer.allocate(head.length + sealed.length).put(head).put(sealed).array();
  }

  /**
   * The plain bytes of a sealed payload.
   *
   * @throws SealingException if this key does not open it, a byte was changed, it belongs to
   *     another operation, or the plain bytes do not have the hash that it states
   */
  public byte[] open(String operationId, byte[] payload) {
    if (payload.length < SealedPayload.OVERHEAD_BYTES) {
      throw broken(operationId, "is cut off");
    }
    byte[] head = Arrays.copyOf(payload, SealedPayload.HEAD_BYTES);
    byte[] sealed = Arrays.copyOfRange(payload, head.length, payload.length);
    byte[] plain =
        decrypt(ofPayload(operationId, head), sealed)
            .orElseThrow(
                () ->
                    broken(
                        operationId,
                        "cannot be opened: it was changed, or sealed with another key or for"
                            + " another operation"));
    PayloadHash stated = SealedPayload.hashOf(payload);
    PayloadHash actual = PayloadHash.ofBytes(plain);
    if (!actual.equals(stated)) {
      throw broken(operationId, "states %s, but its content has %s".formatted(stated, actual));
    }
    return plain;
  }

  private static SealingException broken(String operationId, String how) {
    return new SealingException(
        SealingException.Kind.BROKEN,
        "the sealed payload of operation %s %s".formatted(operationId, how));
  }

  private static byte[] ofPayload(String operationId, byte[] head) {
    byte[] id = operationId.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(head.length + id.length).put(head).put(id).array();
  }

  /** The same bytes always make the same ones: a repeated intent is the same record again. */
  private byte[] encrypt(byte[] additional, byte[] plain) {
    return Aes.seal(key, nonce(additional, plain), additional, plain);
  }

  private Optional<byte[]> decrypt(byte[] additional, byte[] sealed) {
    return Aes.open(key, additional, sealed);
  }

  // Derived from all that is sealed, so that two contents never share one.
  private byte[] nonce(byte[] additional, byte[] plain) {
    byte[] forNonces = hmac(key, OF_NONCES);
    return Arrays.copyOf(hmac(forNonces, additional, plain), Aes.NONCE_BYTES);
  }

  private static byte[] hmac(byte[] key, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform must provide HMAC-SHA-256", e);
    }
  }

  /**
   * Seals a text into a text: {@code sealed:v1:} and base64.
   *
   * @param mostCharacters of the sealed text; what does not fit is cut off before
   */
  public String sealText(String operationId, String text, int mostCharacters) {
    int mostBytes = (mostCharacters - TEXT_FORM.length()) / 4 * 3 - Aes.NONCE_BYTES - Aes.TAG_BYTES;
    byte[] plain = text.getBytes(StandardCharsets.UTF_8);
    byte[] sealed =
        encrypt(ofText(operationId), Arrays.copyOf(plain, Math.min(plain.length, mostBytes)));
    return TEXT_FORM + Base64.getEncoder().encodeToString(sealed);
  }

  /** The text; empty if it was not sealed with this key for this operation. */
  public Optional<String> openText(String operationId, String sealed) {
    if (!sealed.startsWith(TEXT_FORM)) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(sealed.substring(TEXT_FORM.length()));
      return decrypt(ofText(operationId), bytes)
          .map(plain -> new String(plain, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static byte[] ofText(String operationId) {
    byte[] id = operationId.getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(OF_TEXT, OF_TEXT.length + id.length);
    System.arraycopy(id, 0, all, OF_TEXT.length, id.length);
    return all;
  }

  @Override
  public String toString() {
    return "DataKey[…]";
  }
}
