package io.onefold.processor;

import com.fasterxml.jackson.databind.JsonNode;
import io.micronaut.context.ApplicationContext;
import io.onefold.access.RestAccess;
import io.onefold.processor.store.Peers;
import io.onefold.processor.store.StateWaiter;
import io.onefold.schema.CatalogueApi;
import io.onefold.schema.Topics;
import io.onefold.schema.signing.SigningKey;
import io.onefold.schema.signing.VerifyingKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** The real REST interface on a free port, around a ledger in memory. */
public final class RestFixture implements AutoCloseable {
  public final FakeLedger ledger = new FakeLedger();
  public final FakeTopics topics = new FakeTopics();
  public final FakeStatus status = new FakeStatus();
  public final FakeErasures erasures = new FakeErasures();

  public final SigningKey key = SigningKey.generate();

  private final StateWaiter waiter = new StateWaiter(ledger);
  private final Peers peers;
  private final HttpClient http;
  private final String scheme;
  private final RestServer server;

  public RestFixture() {
    this(RestAccess.open());
  }

  public RestFixture(RestAccess access) {
    this(access, Optional.empty());
  }

  /** With TLS, the tests' own calls and those to other instances trust {@code tls} alone. */
  public RestFixture(RestAccess access, Optional<SSLContext> tls) {
    scheme = access.scheme();
    HttpClient.Builder client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
    tls.ifPresent(client::sslContext);
    http = client.build();
    peers = tls.map(Peers::new).orElseGet(Peers::new);
    server =
        RestServer.start(
            "127.0.0.1",
            0,
            access,
            Fixtures.destinations(),
            ledger,
            ledger.controlLog(),
            topics,
            erasures,
            status,
            waiter,
            peers,
            Clock.systemUTC(),
            new CatalogueApi(Topics.standard(), List.of()),
            VerifyingKeys.of(List.of(key.verifying())));
  }

  ApplicationContext context() {
    return server.context();
  }

  public URI base() {
    return URI.create(scheme + "://127.0.0.1:" + server.port());
  }

  public HttpResponse<String> get(String path, String... headers) {
    return send(request(path, headers).GET().build());
  }

  public HttpResponse<String> post(String path, String body, String... headers) {
    return send(request(path, headers).POST(BodyPublishers.ofString(body)).build());
  }

  public HttpResponse<String> submit(JsonNode intent) {
    return post("/v1/intents", intent.toString(), "Content-Type", "application/json");
  }

  /** Sends a request; its answer must be what the document of the interface declares. */
  public HttpResponse<String> send(HttpRequest request) {
    try {
      HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
      String type = answer.headers().firstValue("Content-Type").orElse("");
      OpenApiDocument.check(
          request.method(),
          request.uri().getRawPath(),
          answer.statusCode(),
          type.replaceFirst(";.*", "").strip(),
          answer.body());
      return answer;
    } catch (IOException e) {
      throw new AssertionError(request.uri() + " failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  public HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base() + path));
    return headers.length == 0 ? request : request.headers(headers);
  }

  /** False once it lets nobody in. */
  boolean listens() {
    try {
      new Socket(InetAddress.getLoopbackAddress(), server.port()).close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Ends the server alone. */
  void stop() {
    server.close();
  }

  @Override
  public void close() {
    http.close();
    server.close();
    waiter.close();
    peers.close();
  }
}
