package io.onefold.access;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Optional;

/**
 * A certificate that signs itself, for 127.0.0.1.
 *
 * @param certificate PEM file
 * @param key PEM file
 */
public record TestCertificate(Path certificate, Path key) {

  /** Makes one with the tool of the JDK. */
  public static TestCertificate make(Path folder, String name) throws Exception {
    Path store = folder.resolve(name + ".p12");
    Process tool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit",
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile())
            .start();
    if (tool.waitFor() != 0) {
      throw new AssertionError(Files.readString(folder.resolve(name + ".log")));
    }
    TestCertificate made =
        new TestCertificate(folder.resolve(name + ".crt"), folder.resolve(name + ".key"));
    made.write(store);
    return made;
  }

  private void write(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    char[] password = "changeit".toCharArray();
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, password);
    }
    write(certificate, "CERTIFICATE", keys.getCertificate("server").getEncoded());
    write(key, "PRIVATE KEY", keys.getKey("server", password).getEncoded());
  }

  private static void write(Path file, String what, byte[] bytes) throws IOException {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(what, body));
  }

  /** Open to everybody, over TLS with this certificate, which is trusted as well. */
  public RestAccess access() {
    return new RestAccess(
        Optional.empty(),
        false,
        Optional.of(new RestTls(certificate, key, Optional.of(certificate))));
  }
}
