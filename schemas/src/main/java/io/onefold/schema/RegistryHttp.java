package io.onefold.schema;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * The calls to a registry. Every call may safely be made twice, so each address is tried in turn,
 * three times over, before the caller is told.
 */
final class RegistryHttp {
  private static final String JSON = "application/vnd.schemaregistry.v1+json";
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final int ROUNDS = 3;
  private static final long PAUSE_MS = 200;

  private final HttpClient client;
  private final List<URI> addresses;
  private final Optional<String> authorization;
  private final Duration timeout;

  private RegistryHttp(List<URI> addresses, Optional<String> credentials, Duration timeout) {
    this.addresses = List.copyOf(addresses);
    this.authorization =
        credentials.map(
            text ->
                "Basic "
                    + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
    this.timeout = timeout;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout.compareTo(CONNECT_TIMEOUT) < 0 ? timeout : CONNECT_TIMEOUT)
            .build();
  }

  static RegistryHttp from(Map<String, ?> config) {
    return new RegistryHttp(
        RegistrySettings.addresses(config),
        RegistrySettings.credentials(config),
        RegistrySettings.requestTimeout(config));
  }

  /** A name as one segment of a path. */
  static String escape(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The first address, without credentials, for messages. */
  String address() {
    return shown(addresses.get(0));
  }

  /** The answer to a question; empty if its status is {@code absent}. */
  Optional<JsonNode> get(String path, int absent) {
    HttpResponse<byte[]> response = send("GET", path, null);
    return response.statusCode() == absent
        ? Optional.empty()
        : Optional.of(json("GET", path, response));
  }

  /** The answer to a body. */
  JsonNode post(String path, String body) {
    return json("POST", path, send("POST", path, body));
  }

  private HttpResponse<byte[]> send(String method, String path, @Nullable String body) {
    RegistryException last = new RegistryException(0, "the schema registry was not asked", null);
    for (int round = 0; round < ROUNDS; round++) {
      pause(round * PAUSE_MS);
      for (URI address : addresses) {
        try {
          HttpResponse<byte[]> response = exchange(method, address, path, body);
          if (response.statusCode() < 500 && response.statusCode() != 429) {
            return response;
          }
          last = refused(method, path, response);
        } catch (IOException e) {
          last =
              new RegistryException(
                  0,
                  "the schema registry "
                      + shown(address)
                      + " did not answer "
                      + method
                      + " "
                      + path
                      + " ("
                      + e
                      + "); asked "
                      + (round + 1)
                      + " times with a limit of "
                      + timeout.toMillis()
                      + " ms",
                  e);
        }
      }
    }
    throw last;
  }

  private HttpResponse<byte[]> exchange(
      String method, URI address, String path, @Nullable String body) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(shown(address) + path))
            .timeout(timeout)
            .header("Accept", JSON)
            .header("Content-Type", JSON)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    authorization.ifPresent(value -> request.header("Authorization", value));
    try {
      return client.send(request.build(), BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private JsonNode json(String method, String path, HttpResponse<byte[]> response) {
    if (response.statusCode() != 200) {
      throw refused(method, path, response);
    }
    try {
      return StrictJson.read(response.body());
    } catch (InvalidJsonException e) {
      throw new RegistryException(
          response.statusCode(),
          "the schema registry answered "
              + method
              + " "
              + path
              + " with text that "
              + e.getMessage(),
          e);
    }
  }

  private RegistryException refused(String method, String path, HttpResponse<byte[]> response) {
    String hint =
        switch (response.statusCode()) {
          case 401, 403 -> "; check " + SchemaIds.BASIC_AUTH;
          case 404 -> "; with " + SchemaIds.AUTO_REGISTER + "=false schemas must be there already";
          case 409 -> "; the subject's compatibility rule forbids this schema";
          default -> "";
        };
    return new RegistryException(
        response.statusCode(),
        "the schema registry "
            + address()
            + " answered "
            + method
            + " "
            + path
            + " with status "
            + response.statusCode()
            + ": "
            + PrintableText.shown(new String(response.body(), StandardCharsets.UTF_8))
            + hint,
        null);
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private static String shown(URI address) {
    String port = address.getPort() < 0 ? "" : ":" + address.getPort();
    return address.getScheme() + "://" + address.getHost() + port + address.getRawPath();
  }
}
