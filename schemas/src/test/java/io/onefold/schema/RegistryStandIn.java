package io.onefold.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.apache.avro.Schema;
import org.apache.avro.SchemaValidationException;
import org.apache.avro.SchemaValidatorBuilder;

/**
 * A registry in this process, on 127.0.0.1, that answers what a serializer asks as Confluent's
 * does: it gives IDs, keeps versions by subject, and refuses a version that is not compatible.
 */
final class RegistryStandIn implements AutoCloseable {
  private static final Pattern PATH =
      Pattern.compile(
          "/subjects/(?<subject>[^/]+)(?<versions>/versions)?(?<latest>/latest)?|/schemas/ids/(?<id>\\d+)");

  private final HttpServer server;
  private final String scheme;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> schemas = new ArrayList<>();
  private final Map<String, List<Integer>> subjects = new TreeMap<>();
  private volatile Optional<String> authorization = Optional.empty();
  private volatile boolean down;

  private RegistryStandIn(HttpServer server, String scheme) {
    this.server = server;
    this.scheme = scheme;
    server.createContext("/", this::serve);
    server.start();
  }

  static RegistryStandIn start() throws IOException {
    return new RegistryStandIn(HttpServer.create(anyPort(), 0), "http");
  }

  /** One that shows a certificate and, if so said, wants to see one. */
  static RegistryStandIn start(SSLContext tls, boolean wantsCertificate) throws IOException {
    HttpsServer server = HttpsServer.create(anyPort(), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(tls) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters settings = getSSLContext().getDefaultSSLParameters();
            settings.setNeedClientAuth(wantsCertificate);
            parameters.setSSLParameters(settings);
          }
        });
    return new RegistryStandIn(server, "https");
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  String url() {
    return scheme + "://127.0.0.1:" + port();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Answers only those who send this header. */
  void authorize(String header) {
    authorization = Optional.of(header);
  }

  /** Answers 503 from now on, or no longer. */
  void down(boolean now) {
    down = now;
  }

  /** What was asked so far, as {@code GET /path}. */
  List<String> asked() {
    return List.copyOf(asked);
  }

  /** Registers without a look at what is there. */
  synchronized int put(String subject, String schema) {
    if (!schemas.contains(schema)) {
      schemas.add(schema);
    }
    int id = schemas.indexOf(schema) + 1;
    List<Integer> versions = subjects.computeIfAbsent(subject, any -> new ArrayList<>());
    if (!versions.contains(id)) {
      versions.add(id);
    }
    return id;
  }

  synchronized List<String> subjects() {
    return List.copyOf(subjects.keySet());
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private record Answer(int status, JsonNode body) {
    static Answer of(ObjectNode body) {
      return new Answer(200, body);
    }

    static Answer error(int code, String message) {
      return new Answer(
          code > 999 ? code / 100 : code, json().put("error_code", code).put("message", message));
    }
  }

  private static ObjectNode json() {
    return JsonNodeFactory.instance.objectNode();
  }

  private void serve(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
    Optional<String> shown =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"));
    Answer answer;
    if (down) {
      answer = Answer.error(503, "down");
    } else if (authorization.isPresent() && !authorization.equals(shown)) {
      answer = Answer.error(401, "Unauthorized");
    } else {
      answer = answer(exchange.getRequestURI().getPath(), body);
    }
    byte[] bytes = answer.body().toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/vnd.schemaregistry.v1+json");
    exchange.sendResponseHeaders(answer.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private synchronized Answer answer(String path, byte[] body) {
    Matcher parts = PATH.matcher(path);
    if (!parts.matches()) {
      return Answer.error(404, "HTTP 404 Not Found");
    }
    if (parts.group("id") != null) {
      int id = Integer.parseInt(parts.group("id"));
      return id >= 1 && id <= schemas.size()
          ? Answer.of(json().put("schema", schemas.get(id - 1)))
          : Answer.error(40403, "Schema not found");
    }
    String subject = parts.group("subject");
    List<Integer> versions = subjects.getOrDefault(subject, List.of());
    if (parts.group("latest") != null) {
      return versions.isEmpty()
          ? Answer.error(40401, "Subject not found")
          : show(subject, versions.size());
    }
    String schema = StrictJson.read(body).path("schema").asText();
    if (parts.group("versions") != null) {
      return register(subject, schema, versions);
    }
    if (versions.isEmpty()) {
      return Answer.error(40401, "Subject not found");
    }
    int version = versions.indexOf(schemas.indexOf(schema) + 1) + 1;
    return version == 0 ? Answer.error(40403, "Schema not found") : show(subject, version);
  }

  private Answer show(String subject, int version) {
    int id = subjects.get(subject).get(version - 1);
    return Answer.of(
        json()
            .put("subject", subject)
            .put("id", id)
            .put("version", version)
            .put("schema", schemas.get(id - 1)));
  }

  private Answer register(String subject, String schema, List<Integer> versions) {
    List<Schema> existing =
        versions.stream().map(id -> new Schema.Parser().parse(schemas.get(id - 1))).toList();
    try {
      new SchemaValidatorBuilder()
          .mutualReadStrategy()
          .validateAll()
          .validate(new Schema.Parser().parse(schema), existing);
    } catch (SchemaValidationException e) {
      return Answer.error(409, "Schema being registered is incompatible with an earlier schema");
    }
    return Answer.of(json().put("id", put(subject, schema)));
  }
}
