package io.onefold.standalone.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Calls the REST interface of a ledger. Blocking; thread-safe. Every call throws {@link
 * UnreachableException} where no usable answer came and {@link ProblemException} where the ledger
 * said no. Nothing is retried here.
 */
public final class OnefoldClient implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI base;
  private final Optional<String> bearer;
  private final Duration timeout;
  private final HttpClient http;

  /**
   * @param base address of the ledger, for example {@code http://localhost:8080}
   * @param bearer a token for {@code Authorization: Bearer}, where the ledger asks for one
   * @param timeout how long one answer may take
   */
  public OnefoldClient(URI base, Optional<String> bearer, Duration timeout) {
    this(base, bearer, timeout, HttpClient.newBuilder());
  }

  /**
   * As the other one, for a ledger whose certificate Java does not trust by itself.
   *
   * @param tls what is trusted instead
   */
  public OnefoldClient(URI base, Optional<String> bearer, Duration timeout, SSLContext tls) {
    this(base, bearer, timeout, HttpClient.newBuilder().sslContext(tls));
  }

  private OnefoldClient(
      URI base, Optional<String> bearer, Duration timeout, HttpClient.Builder http) {
    this.base = URI.create(base.toString().replaceAll("/+$", ""));
    this.bearer = bearer.filter(token -> !token.isBlank());
    this.timeout = timeout;
    this.http = http.version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT_TIMEOUT).build();
  }

  /** The address of the ledger. */
  public URI base() {
    return base;
  }

  /**
   * Submits one intent, given as JSON; the answer has {@code operationId} and {@code disposition}.
   */
  public JsonNode submit(byte[] intent) {
    return post("/v1/intents", intent);
  }

  /** The operation; empty if the ledger knows none of that ID. */
  public Optional<JsonNode> operation(String id) {
    return find("/v1/operations/" + segment(id));
  }

  /** The events of the operation in order; empty if the ledger knows none of that ID. */
  public Optional<List<JsonNode>> journal(String id) {
    return find("/v1/operations/" + segment(id) + "/journal")
        .map(OnefoldClient::page)
        .map(Page::items);
  }

  /** Receipts in the order of the log, oldest first. Query names: since, limit, cursor. */
  public Page receipts(Map<String, String> query) {
    return page(get("/v1/receipts" + query(query)));
  }

  /** Escalations. Query names: status, operation, destination, limit, cursor. */
  public Page escalations(Map<String, String> query) {
    return page(get("/v1/escalations" + query(query)));
  }

  /** Operations. Query names: state, destination, limit, cursor. */
  public Page operations(Map<String, String> query) {
    return page(get("/v1/operations" + query(query)));
  }

  /** The public keys of the ledger, as a JWK Set. */
  public JsonNode keys() {
    return get("/v1/keys");
  }

  /** All destinations. */
  public List<JsonNode> destinations() {
    return page(get("/v1/destinations")).items();
  }

  /** A destination with what is held; empty if the ledger knows none of that name. */
  public Optional<JsonNode> destination(String name) {
    return find("/v1/destinations/" + segment(name));
  }

  /** Suspends a destination; the answer has its new state. Field names: reason, reviewer. */
  public JsonNode suspend(String name, JsonNode decision) {
    return control(name, "suspend", decision);
  }

  /**
   * Begins the controlled test of a destination; the answer has its new state. Field names: reason,
   * reviewer, operation, sequence.
   */
  public JsonNode resume(String name, JsonNode decision) {
    return control(name, "resume", decision);
  }

  private JsonNode control(String name, String call, JsonNode decision) {
    return post(
        "/v1/destinations/" + segment(name) + "/" + call,
        decision.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Erases a sealed payload; the answer is the note that stays. */
  public JsonNode erase(JsonNode wish) {
    return post("/v1/erasures", wish.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** The note that a payload was erased; empty if it was not, or this ledger seals none. */
  public Optional<JsonNode> erasure(String id) {
    HttpResponse<byte[]> response = send(request("/v1/erasures/" + segment(id)).GET().build());
    int status = response.statusCode();
    return status == 404 || status == 501 ? Optional.empty() : Optional.of(ok(response));
  }

  /** Submits a decision; the answer has the new sequence. */
  public JsonNode review(String id, JsonNode decision) {
    return post(
        "/v1/operations/" + segment(id) + "/reviews",
        decision.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  private JsonNode get(String path) {
    return ok(send(request(path).GET().build()));
  }

  private Optional<JsonNode> find(String path) {
    HttpResponse<byte[]> response = send(request(path).GET().build());
    return response.statusCode() == 404 ? Optional.empty() : Optional.of(ok(response));
  }

  private JsonNode post(String path, byte[] body) {
    return ok(
        send(
            request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body))
                .build()));
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(timeout)
            .header("Accept", "application/json");
    bearer.ifPresent(token -> request.header("Authorization", "Bearer " + token));
    return request;
  }

  private HttpResponse<byte[]> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UnreachableException(base, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException(base, "interrupted");
    }
  }

  private JsonNode ok(HttpResponse<byte[]> response) {
    int status = response.statusCode();
    Optional<JsonNode> body = parse(response.body());
    if (status >= 400) {
      throw new ProblemException(status, body.orElse(JsonNodeFactory.instance.objectNode()));
    }
    if (status >= 300) {
      throw new UnreachableException(base, "it answered " + status + "; that is no Onefold ledger");
    }
    return body.orElseThrow(
        () -> new UnreachableException(base, "its answer is not JSON; that is no Onefold ledger"));
  }

  private static Optional<JsonNode> parse(byte[] body) {
    try {
      return Optional.ofNullable(JSON.readTree(body)).filter(node -> !node.isMissingNode());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Page page(JsonNode answer) {
    List<JsonNode> items = new ArrayList<>();
    (answer.isArray() ? answer : answer.path("items")).forEach(items::add);
    JsonNode next = answer.path("next");
    return new Page(items, next.isTextual() ? Optional.of(next.textValue()) : Optional.empty());
  }

  private static String query(Map<String, String> query) {
    StringBuilder text = new StringBuilder();
    query.forEach(
        (name, value) ->
            text.append(text.isEmpty() ? '?' : '&')
                .append(name)
                .append('=')
                .append(segment(value)));
    return text.toString();
  }

  private static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
