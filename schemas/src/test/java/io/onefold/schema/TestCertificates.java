package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A server's and a client's key with certificates, made by the JDK's keytool, as files of each kind
 * that a configuration may name: {@code server.pem} and {@code trust.p12} to trust the server,
 * {@code client.pem} and {@code client.p12} to be the client. The server trusts that client.
 */
record TestCertificates(KeyStore server, KeyStore client) {
  static final String PASSWORD = "only-for-this-test";

  private static final char[] CHARS = PASSWORD.toCharArray();
  private static final String ALIAS = "one";

  static TestCertificates make(Path folder)
      throws IOException, InterruptedException, GeneralSecurityException {
    KeyStore server = keys(folder.resolve("server.p12"), "CN=server");
    KeyStore client = keys(folder.resolve("client.p12"), "CN=client");
    Files.writeString(folder.resolve("server.pem"), certificate(server));
    Files.writeString(
        folder.resolve("client.pem"),
        pem("PRIVATE KEY", client.getKey(ALIAS, CHARS).getEncoded()) + certificate(client));
    try (OutputStream out = Files.newOutputStream(folder.resolve("trust.p12"))) {
      trusting(server).store(out, CHARS);
    }
    return new TestCertificates(server, client);
  }

  /** Shows the server's certificate, and trusts the client's alone. */
  SSLContext serverContext() throws GeneralSecurityException, IOException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(server, CHARS);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusting(client));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static KeyStore trusting(KeyStore other) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry(ALIAS, other.getCertificate(ALIAS));
    return store;
  }

  private static String certificate(KeyStore store) throws GeneralSecurityException {
    return pem("CERTIFICATE", store.getCertificate(ALIAS).getEncoded());
  }

  private static String pem(String what, byte[] content) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }

  private static KeyStore keys(Path file, String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    ALIAS,
                    "-keyalg",
                    "EC",
                    "-dname",
                    name,
                    "-ext",
                    "san=ip:127.0.0.1",
                    "-validity",
                    "2",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    file.toString(),
                    "-storepass",
                    PASSWORD))
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, keytool.waitFor(), said);
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, CHARS);
    }
    return store;
  }
}
