package io.onefold.connector.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.NotSent;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;
import java.nio.file.Path;
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
    try (HttpConnector connector = new HttpConnector(HttpSettings.DEFAULT, Blog.secrets(), trust)) {
      String url = "https://" + host + ":" + server.actualPort();
      return connector.send(Blog.send(Blog.destination(CONTRACT, url), "op"), () -> true);
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
  void shouldBeAcceptedOverTls() {
    // when
    SendResult result = send("localhost", options -> options.setTrustOptions(store));

    // then
    assertInstanceOf(Accepted.class, result, result.message());
  }
}
