package io.onefold.connector.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.destination.Destination;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No byte of a login or a mail without the TLS that the contract asks for. */
class TlsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private static Path folder;

  private static SSLContext certified;

  private final ScriptedMailServer server = ScriptedMailServer.start((self, mail) -> {});
  private final MailConnector connector = MailHouse.connector();

  @BeforeAll
  static void makeCertificate() throws Exception {
    Path store = folder.resolve("server.p12");
    Path ca = folder.resolve("ca.pem");
    keytool(
        store,
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=localhost",
        "-ext",
        "san=dns:localhost");
    keytool(store, "-exportcert", "-rfc", "-file", ca.toString());
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    Key key = keys.getKey("server", PASSWORD);
    Files.writeString(
        folder.resolve("key.pem"),
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(key.getEncoded())
            + "\n-----END PRIVATE KEY-----\n");
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(keys, PASSWORD);
    certified = SSLContext.getInstance("TLS");
    certified.init(factory.getKeyManagers(), null, null);
  }

  private static void keytool(Path store, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(List.of(arguments));
    command.addAll(
        List.of(
            "-alias",
            "server",
            "-storetype",
            "PKCS12",
            "-storepass",
            "changeit",
            "-keystore",
            store.toString()));
    int exit =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start()
            .waitFor();
    assertEquals(0, exit, Files.readString(folder.resolve("keytool.log")));
  }

  @AfterEach
  void end() {
    connector.close();
    server.close();
  }

  private static String ca() {
    return "{ca: %s}".formatted(folder.resolve("ca.pem"));
  }

  private SendResult send(String host, String security, String tls) {
    Destination destination =
        MailHouse.secured(host, server.port(), security, tls.isEmpty() ? "" : "    tls: " + tls);
    return connector.send(
        MailHouse.send(destination, "op-1", MailHouse.payload("op-1")), () -> true);
  }

  private void offerTls() {
    server.tls = Optional.of(certified);
    server.extensions = List.of("STARTTLS", "AUTH PLAIN", "SIZE 1000000");
  }

  @Test
  void shouldBeAcceptedOverStartTls() {
    // given
    offerTls();

    // when
    SendResult result = send("localhost", "starttls", ca());

    // then
    assertInstanceOf(Accepted.class, result, result.message());
    assertEquals(
        List.of("EHLO", "STARTTLS", "EHLO", "AUTH"),
        server.dialogue().stream().map(line -> line.replaceFirst(" .*", "")).limit(4).toList());
  }

  @Test
  void shouldBeAcceptedOverTlsFromTheFirstByteWithAClientCertificate() throws IOException {
    // given
    offerTls();
    server.implicitTls = true;
    String tls =
        "{ca: %1$s, certificate: %1$s, key: %2$s}"
            .formatted(folder.resolve("ca.pem"), folder.resolve("key.pem"));

    // when
    SendResult result = send("localhost", "implicit", tls);

    // then
    assertInstanceOf(Accepted.class, result, result.message());
  }

  @Test
  void shouldNotFallBackWhenTheServerOffersNoTls() {
    assertNothingSaid(send("localhost", "starttls", ca()), "offers no STARTTLS");
  }

  @Test
  void shouldNotFallBackWhenTheServerTakesItsOfferBack() {
    // given
    offerTls();
    server.general = SmtpScript.USUAL.saying(Stage.STARTTLS, "454 4.7.0 Not now");

    // then
    assertNothingSaid(send("localhost", "starttls", ca()), "454 4.7.0");
  }

  @Test
  void shouldNotTrustACertificateOfAnotherAuthority() {
    // given
    offerTls();

    // then
    assertNothingSaid(send("localhost", "starttls", ""), "TLS could not be agreed on");
  }

  @Test
  void shouldNotTrustACertificateOfAnotherHost() {
    // given
    offerTls();

    // then
    assertNothingSaid(send("127.0.0.1", "starttls", ca()), "TLS could not be agreed on");
  }

  @Test
  void shouldNotReadWhatWasSaidBeforeTlsAsIfItWereSaidAfter() {
    // given
    offerTls();
    server.ahead = "250-scripted\r\n250 AUTH PLAIN";

    // then
    assertNothingSaid(send("localhost", "starttls", ca()), "plain text after it agreed");
  }

  @Test
  void shouldNameTheFileThatCannotBeUsed() {
    for (String tls :
        List.of(
            "{ca: /nowhere/ca.pem}",
            "{ca: %s}".formatted(folder.resolve("key.pem")),
            "{certificate: %1$s, key: %1$s}".formatted(folder.resolve("ca.pem")))) {
      // when
      NotSent result = assertInstanceOf(NotSent.class, send("localhost", "starttls", tls));

      // then
      assertEquals(NotSent.Why.CONTRACT_MISMATCH, result.why());
      assertTrue(result.message().contains(".pem does not hold"), result::message);
    }
  }

  private void assertNothingSaid(SendResult result, String fragment) {
    NotSent notSent = assertInstanceOf(NotSent.class, result, result.message());
    assertEquals(NotSent.Why.TLS_FAILED, notSent.why());
    assertTrue(notSent.message().contains(fragment), notSent::message);
    assertFalse(server.dialogue().stream().anyMatch(line -> line.startsWith("AUTH")));
  }
}
