package io.onefold.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * The calls to a registry. Every call may safely be made twice, so each address is tried in turn,
 * three times over, before the caller is told. The address that answered last is tried first.
 */
final class RegistryHttp {
  private static final String JSON = "application/vnd.schemaregistry.v1+json";
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final int ROUNDS = 3;
  private static final long PAUSE_MS = 200;
  private static final int NO_STATUS = -1;

  private final HttpClient client;
  private final List<RegistryAddress> addresses;
  private final Duration timeout;
  private volatile int first;

  private RegistryHttp(
      List<RegistryAddress> addresses, Optional<SSLContext> tls, Duration timeout) {
    this.addresses = List.copyOf(addresses);
    this.timeout = timeout;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout.compareTo(CONNECT_TIMEOUT) < 0 ? timeout : CONNECT_TIMEOUT);
    tls.ifPresent(builder::sslContext);
    this.client = builder.build();
  }

  static RegistryHttp from(Map<String, ?> config) {
    return new RegistryHttp(
        RegistrySettings.addresses(config),
        RegistryTls.context(config),
        RegistrySettings.requestTimeout(config));
  }

  /** A name as one segment of a path. */
  static String escape(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The addresses, without credentials, for messages. */
  String shown() {
    return String.join(", ", addresses.stream().map(RegistryAddress::toString).toList());
  }

  /** The answer to a question; empty if no address that can be reached has one. */
  Optional<JsonNode> get(String path, int absent) {
    Answer answer = send("GET", path, null, absent);
    return answer.status() == absent ? Optional.empty() : Optional.of(json("GET", path, answer));
  }

  /** The answer to a body. */
  JsonNode post(String path, String body) {
    return json("POST", path, send("POST", path, body, NO_STATUS));
  }

  private record Answer(RegistryAddress from, HttpResponse<byte[]> response) {
    int status() {
      return response.statusCode();
    }
  }

  /**
   * @param absent the status with which one of several registries may say that it has not heard of
   *     something yet, so that the others are asked, too
   */
  private Answer send(String method, String path, @Nullable String body, int absent) {
    RegistryException last = new RegistryException(0, "the schema registry was not asked", null);
    for (int round = 1; round <= ROUNDS; round++) {
      pause((round - 1) * PAUSE_MS);
      Optional<Answer> unknown = Optional.empty();
      int begin = first;
      for (int i = 0; i < addresses.size(); i++) {
        int index = (begin + i) % addresses.size();
        try {
          Answer answer = exchange(method, addresses.get(index), path, body);
          if (answer.status() == absent) {
            unknown = Optional.of(answer);
          } else if (answer.status() < 500 && answer.status() != 429) {
            first = index;
            return answer;
          } else {
            last = refused(method, path, answer);
          }
        } catch (IOException e) {
          last = unanswered(method, path, addresses.get(index), round, e);
        }
      }
      if (unknown.isPresent()) {
        return unknown.get();
      }
    }
    throw last;
  }

  private Answer exchange(
      String method, RegistryAddress address, String path, @Nullable String body)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.at(path))
            .timeout(timeout)
            .header("Accept", JSON)
            .header("Content-Type", JSON)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    address.authorization().ifPresent(value -> request.header("Authorization", value));
    try {
      return new Answer(address, client.send(request.build(), BodyHandlers.ofByteArray()));
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private static JsonNode json(String method, String path, Answer answer) {
    if (answer.status() != 200) {
      throw refused(method, path, answer);
    }
    try {
      return StrictJson.read(answer.response().body());
    } catch (InvalidJsonException e) {
      throw new RegistryException(
          answer.status(),
          "the schema registry %s answered %s %s with text that %s"
              .formatted(answer.from(), method, path, e.getMessage()),
          e);
    }
  }

  private RegistryException unanswered(
      String method, String path, RegistryAddress address, int round, IOException failure) {
    String hint =
        failure instanceof SSLException
            ? "; check the settings " + SchemaIds.TLS_PREFIX + "ssl.*"
            : "";
    return new RegistryException(
        0,
        "the schema registry %s did not answer %s %s (%s); asked %d times with a limit of %d ms%s"
            .formatted(address, method, path, failure, round, timeout.toMillis(), hint),
        failure);
  }

  private static RegistryException refused(String method, String path, Answer answer) {
    String hint =
        switch (answer.status()) {
          case 401, 403 -> "; check " + SchemaIds.BASIC_AUTH + " or " + SchemaIds.BEARER_TOKEN;
          case 404 ->
              "; check the address, and with "
                  + SchemaIds.AUTO_REGISTER
                  + "=false that subject and schema are there already";
          case 409 -> "; the subject's compatibility rule forbids this schema";
          default -> "";
        };
    return new RegistryException(
        answer.status(),
        "the schema registry %s answered %s %s with status %d: %s%s"
            .formatted(
                answer.from(),
                method,
                path,
                answer.status(),
                PrintableText.shown(new String(answer.response().body(), StandardCharsets.UTF_8)),
                hint),
        null);
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }
}
