package io.onefold.access;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Certificates in PEM files. */
public final class Pem {
  private Pem() {}

  /**
   * The certificates of a file, at least one.
   *
   * @throws IOException if it cannot be read
   * @throws GeneralSecurityException if it holds none
   */
  public static Collection<X509Certificate> certificates(Path file)
      throws IOException, GeneralSecurityException {
    List<X509Certificate> certificates =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(AccessFile.bytes(file)))
            .stream()
            .map(X509Certificate.class::cast)
            .toList();
    if (certificates.isEmpty()) {
      throw new GeneralSecurityException(file + " holds no certificate in PEM form");
    }
    return certificates;
  }

  /**
   * TLS that trusts these certificates alone.
   *
   * @param ca PEM file; empty: what the Java runtime trusts
   * @throws IOException if the file cannot be read
   * @throws GeneralSecurityException if it holds no usable certificate
   */
  public static SSLContext trusting(Optional<Path> ca)
      throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    if (ca.isEmpty()) {
      context.init(null, null, null);
      return context;
    }
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    int number = 0;
    for (X509Certificate certificate : certificates(ca.get())) {
      store.setCertificateEntry("ca-" + number++, certificate);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
