package io.onefold.connector.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.NotSent;
import io.vertx.core.Vertx;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A handshake that fails leaves no byte of the request behind. */
class TlsTest {
  private static final String CONTRACT =
      """
      destinations:
        blog:
          connector: http
          account: acme
          environment: live
          verification: provider-ack
          send: {url: "%1$s/items", timeout: 5s, provider-id: /id}
      """;

  @TempDir private static Path folder;

  private static final Vertx VERTX = Vertx.vertx();
  private static final AtomicInteger REQUESTS = new AtomicInteger();
  private static PfxOptions store;
  private static HttpServer server;

  @BeforeAll
  static void start() throws Exception {
    Path file = folder.resolve("server.p12");
    int exit =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost",
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit",
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start()
            .waitFor();
    assertEquals(0, exit);
    store = new PfxOptions().setPath(file.toString()).setPassword("changeit");
    server =
        VERTX
            .createHttpServer(
                new HttpServerOptions()
                    .setHost("127.0.0.1")
                    .setPort(0)
                    .setSsl(true)
                    .setKeyCertOptions(store))
            .requestHandler(
                request -> {
                  REQUESTS.incrementAndGet();
                  request.response().setStatusCode(201).end("{\"id\":\"A\"}");
                })
            .listen()
            .await();
  }

  @AfterAll
  static void end() {
    VERTX.close().await();
  }

  private static SendResult send(String host, Consumer<HttpClientOptions> trust) {
    return send(CONTRACT, host, trust);
  }

  private static SendResult send(String contract, String host, Consumer<HttpClientOptions> trust) {
    return sendTo(contract, "https://" + host + ":" + server.actualPort(), trust);
  }

  private static SendResult sendTo(String contract, String url, Consumer<HttpClientOptions> trust) {
    try (HttpConnector connector = new HttpConnector(HttpSettings.DEFAULT, Blog.secrets(), trust)) {
      return connector.send(Blog.send(Blog.destination(contract, url), "op"), () -> true);
    }
  }

  @Test
  void shouldNotBeSentWhenTheCertificateIsNotTrusted() {
    // given
    int before = REQUESTS.get();

    // when
    SendResult result = send("localhost", options -> {});

    // then
    assertEquals(NotSent.Why.TLS_FAILED, assertInstanceOf(NotSent.class, result).why());
    assertEquals(before, REQUESTS.get());
  }

  @Test
  void shouldNotBeSentWhenTheCertificateNamesAnotherHost() {
    // given
    int before = REQUESTS.get();

    // when
    SendResult result = send("127.0.0.1", options -> options.setTrustOptions(store));

    // then
    assertEquals(NotSent.Why.TLS_FAILED, assertInstanceOf(NotSent.class, result).why());
    assertEquals(before, REQUESTS.get());
  }

  @Test
  void shouldTrustTheAuthorityOfTheContractWhenItNamesOne() throws Exception {
    // given
    Path ca = pem("ca.pem");
    String contract =
        CONTRACT.replace("verification:", "tls: {ca: %s}\n    verification:".formatted(ca));

    // when
    SendResult trusted = send(contract, "localhost", options -> {});
    SendResult elsewhere = send(contract, "127.0.0.1", options -> {});
    SendResult missing = send(contract.replace("ca.pem", "gone.pem"), "localhost", options -> {});

    // then
    assertInstanceOf(Accepted.class, trusted, trusted.message());
    assertEquals(NotSent.Why.TLS_FAILED, assertInstanceOf(NotSent.class, elsewhere).why());
    assertEquals(NotSent.Why.CONTRACT_MISMATCH, assertInstanceOf(NotSent.class, missing).why());
    assertTrue(missing.message().contains("gone.pem"), missing.message());
  }

  @Test
  void shouldShowItsCertificateWhenTheServerAsksForOne() throws Exception {
    // given
    Path ca = pem("ca.pem");
    Path key = key("key.pem");
    HttpServerOptions options =
        new HttpServerOptions()
            .setSsl(true)
            .setKeyCertOptions(store)
            .setTrustOptions(store)
            .setClientAuth(ClientAuth.REQUIRED);
    try (Site site =
        Site.of(options, (seen, response) -> response.setStatusCode(201).end("{\"id\":1}"))) {
      String plain =
          CONTRACT.replace("verification:", "tls: {ca: %s}\n    verification:".formatted(ca));
      String own = plain.replace("ca.pem}", "ca.pem, certificate: %s, key: %s}".formatted(ca, key));

      // when
      SendResult without = sendTo(plain, site.url("localhost"), more -> {});
      SendResult with = sendTo(own, site.url("localhost"), more -> {});

      // then
      assertFalse(without instanceof Accepted, without.message());
      assertInstanceOf(Accepted.class, with, with.message());
    }
  }

  private static KeyStore keys() throws Exception {
    try (InputStream in = Files.newInputStream(folder.resolve("server.p12"))) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, "changeit".toCharArray());
      return keys;
    }
  }

  private static Path pem(String name) throws Exception {
    return written(name, "CERTIFICATE", keys().getCertificate("server").getEncoded());
  }

  private static Path key(String name) throws Exception {
    byte[] key = keys().getKey("server", "changeit".toCharArray()).getEncoded();
    return written(name, "PRIVATE KEY", key);
  }

  private static Path written(String name, String what, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(bytes);
    return Files.writeString(
        folder.resolve(name),
        "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, text, what));
  }

  @Test
  void shouldBeAcceptedOverTls() {
    // when
    SendResult result = send("localhost", options -> options.setTrustOptions(store));

    // then
    assertInstanceOf(Accepted.class, result, result.message());
  }
}
