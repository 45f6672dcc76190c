package io.onefold.connector.mail;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Trust and identity from PEM files, read afresh for each connection because they may rotate. */
final class TlsFiles {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "Ed25519", "Ed448");
  private static final char[] NO_PASSWORD = new char[0];

  private TlsFiles() {}

  /** A file cannot be used; the message names it. */
  static final class UnusableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableException(String message) {
      super(message);
    }
  }

  /**
   * The TLS of a contract.
   *
   * @param ca certificates that alone are trusted; empty: what the Java runtime trusts
   * @param certificate the client certificate with its chain; empty: none
   * @param key its private key
   */
  static SSLContext context(Optional<String> ca, Optional<String> certificate, Optional<String> key)
      throws UnusableException {
    TrustManager @Nullable [] trust = ca.isPresent() ? trust(ca.get()) : null;
    KeyManager @Nullable [] own =
        certificate.isPresent() && key.isPresent() ? own(certificate.get(), key.get()) : null;
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(own, trust, null);
      return context;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java platform has TLS", impossible);
    }
  }

  private static TrustManager[] trust(String file) throws UnusableException {
    try {
      KeyStore store = empty();
      int number = 0;
      for (Certificate each : certificates(file)) {
        store.setCertificateEntry("ca-" + number++, each);
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return factory.getTrustManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw unusable(file, "certificates");
    }
  }

  private static KeyManager[] own(String certificate, String key) throws UnusableException {
    PrivateKey secret = privateKey(key);
    try {
      KeyStore store = empty();
      Certificate[] chain = certificates(certificate).toArray(Certificate[]::new);
      store.setKeyEntry("own", secret, NO_PASSWORD, chain);
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, NO_PASSWORD);
      return factory.getKeyManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw unusable(certificate, "the client certificate of that key");
    }
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static Collection<? extends Certificate> certificates(String file)
      throws GeneralSecurityException, IOException, UnusableException {
    try (InputStream in = Files.newInputStream(path(file))) {
      Collection<? extends Certificate> read =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (read.isEmpty()) {
        throw unusable(file, "certificates");
      }
      return read;
    }
  }

  private static PrivateKey privateKey(String file) throws UnusableException {
    String what = "a private key without a password (BEGIN PRIVATE KEY)";
    byte[] encoded;
    try {
      Matcher pem = KEY.matcher(Files.readString(path(file), StandardCharsets.US_ASCII));
      if (!pem.find()) {
        throw unusable(file, what);
      }
      encoded = Base64.getMimeDecoder().decode(pem.group(1));
    } catch (IOException e) {
      throw unusable(file, what);
    }
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
      } catch (InvalidKeySpecException anotherKind) {
        // The next algorithm may be the one.
      } catch (GeneralSecurityException notHere) {
        throw unusable(file, what);
      }
    }
    throw unusable(file, what);
  }

  private static Path path(String file) throws IOException {
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw new IOException(e);
    }
  }

  private static UnusableException unusable(String file, String what) {
    return new UnusableException("the file %s does not hold %s in PEM".formatted(file, what));
  }
}
