package io.onefold.schema.signing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/** The steps of Ed25519 (RFC 8032) that Java's platform leaves to its callers. */
final class Ed25519 {
  /** The name in signatures and in {@code crv} of a JWK. */
  static final String NAME = "Ed25519";

  static final int PUBLIC_BYTES = 32;

  /** What stands before the 32 bytes of a public key in its X.509 form (RFC 8410). */
  private static final byte[] X509_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

  private Ed25519() {}

  /** The 32 bytes of a public key. */
  static byte[] raw(PublicKey key) {
    byte[] x509 = key.getEncoded();
    return Arrays.copyOfRange(x509, x509.length - PUBLIC_BYTES, x509.length);
  }

  /** The public key of these 32 bytes. */
  static PublicKey publicKey(byte[] raw) throws GeneralSecurityException {
    byte[] x509 = Arrays.copyOf(X509_HEAD, X509_HEAD.length + PUBLIC_BYTES);
    System.arraycopy(raw, 0, x509, X509_HEAD.length, PUBLIC_BYTES);
    return KeyFactory.getInstance(NAME).generatePublic(new X509EncodedKeySpec(x509));
  }

  /**
   * The public key that belongs to a private one. Its PKCS#8 form has only the seed, and the
   * platform derives a public key nowhere but in its generator: so that is given the seed for its
   * random bytes.
   */
  static PublicKey publicKeyOf(PrivateKey key) throws GeneralSecurityException {
    byte[] seed =
        ((EdECPrivateKey) key)
            .getBytes()
            .orElseThrow(() -> new GeneralSecurityException("the key does not show its bytes"));
    KeyPairGenerator generator = KeyPairGenerator.getInstance(NAME);
    generator.initialize(255, new Given(seed));
    KeyPair pair = generator.generateKeyPair();
    if (!Arrays.equals(pair.getPrivate().getEncoded(), key.getEncoded())) {
      throw new GeneralSecurityException(
          "this Java platform does not derive the public key of a private one");
    }
    return pair.getPublic();
  }

  /** SHA-256 over the members of the key's JWK that its kind requires, in order (RFC 7638). */
  static String thumbprint(PublicKey key) {
    String jwk =
        "{\"crv\":\"%s\",\"kty\":\"OKP\",\"x\":\"%s\"}".formatted(NAME, Base64Url.write(raw(key)));
    return Base64Url.write(sha256(jwk.getBytes(StandardCharsets.UTF_8)));
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static boolean verifies(PublicKey key, byte[] signed, byte[] signature) {
    try {
      Signature check = Signature.getInstance(NAME);
      check.initVerify(key);
      check.update(signed);
      return check.verify(signature);
    } catch (GeneralSecurityException e) {
      // Bytes that cannot be a signature at all, for example of another length.
      return false;
    }
  }

  /** Gives bytes once that were given to it. */
  private static final class Given extends SecureRandom {
    private static final long serialVersionUID = 1L;
    private final byte[] bytes;

    Given(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    @Override
    public void nextBytes(byte[] into) {
      System.arraycopy(bytes, 0, into, 0, into.length);
    }
  }
}
