package io.onefold.processor.store;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Asks other instances of the ledger. Thread-safe; calls block. A forwarded call carries {@value
 * #FORWARDED}, so that it is never forwarded again.
 */
public final class Peers implements AutoCloseable {
  /** The header that marks a call from another instance. */
  public static final String FORWARDED = "X-Onefold-Forwarded";

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  /**
   * The answer of another instance.
   *
   * @param contentType empty if it named none
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on at once, never compared
  public record Answer(int status, Optional<String> contentType, byte[] body) {}

  /**
   * Hands a call on.
   *
   * @param pathAndQuery as the caller wrote it, from the slash on
   * @param headers the caller's, as far as they matter
   * @param body empty for a GET
   * @throws StoreUnavailableException if that instance gave no answer in time
   */
  public Answer call(
      URI base,
      String method,
      String pathAndQuery,
      Map<String, String> headers,
      Optional<byte[]> body,
      Duration timeout) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(pathAndQuery))
            .timeout(timeout)
            .header(FORWARDED, "1")
            .method(method, body.map(BodyPublishers::ofByteArray).orElse(BodyPublishers.noBody()));
    headers.forEach(request::header);
    try {
      HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
      return new Answer(
          response.statusCode(), response.headers().firstValue("Content-Type"), response.body());
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "the instance at " + base + ", which holds the answer, cannot be reached", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("interrupted while asking " + base, e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
