package io.onefold.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/** Asks the servers themselves what they hold: never through a proxy, never through Onefold. */
final class LabHttp {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private LabHttp() {}

  /** The value of an {@code Authorization} header. */
  static String basic(String user, String password) {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The answer to a GET.
   *
   * @param headers names and values by turns
   */
  static HttpResponse<String> get(String url, String... headers)
      throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(url)).GET(), headers);
  }

  /** The answer to a POST of JSON. */
  static HttpResponse<String> post(String url, String body, String... headers)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)),
        headers);
  }

  /** The answer to a POST of a form. */
  static HttpResponse<String> form(String url, String body, String... headers)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(body)),
        headers);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request, String... headers)
      throws IOException, InterruptedException {
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.send(
        request.timeout(Duration.ofMinutes(1)).build(),
        BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  /** The JSON of a GET that answered 200. */
  static JsonNode json(String url, String... headers) throws IOException, InterruptedException {
    HttpResponse<String> answer = get(url, headers);
    if (answer.statusCode() != 200) {
      throw new IOException(url + " answered " + answer.statusCode() + ": " + answer.body());
    }
    return JSON.readTree(answer.body());
  }
}
