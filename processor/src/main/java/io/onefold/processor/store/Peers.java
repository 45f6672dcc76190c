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
import javax.net.ssl.SSLContext;

/**
 * Asks other instances of the ledger. Thread-safe; calls block. A forwarded call carries {@value
 * #FORWARDED}, so that it is never forwarded again.
 */
public final class Peers implements AutoCloseable {
  /** The header that marks a call from another instance. */
  public static final String FORWARDED = "X-Onefold-Forwarded";

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  private final HttpClient http;

  /**
   * Asks instances that speak plain HTTP, or TLS with a certificate that the Java runtime trusts.
   */
  public Peers() {
    this(HttpClient.newBuilder());
  }

  /**
   * Asks instances over TLS. Their certificates must name the host under which they are reached.
   *
   * @param tls what it trusts
   */
  public Peers(SSLContext tls) {
    this(HttpClient.newBuilder().sslContext(tls));
  }

  private Peers(HttpClient.Builder http) {
    // No redirects: a call carries the caller's credential, which is for the instances alone.
    this.http =
        http.version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
  }

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
        HttpRequest.newBuilder(address(base, pathAndQuery))
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

  // Resolving would let a path that begins with two slashes name another host.
  private static URI address(URI base, String pathAndQuery) {
    return URI.create(base.getScheme() + "://" + base.getRawAuthority() + pathAndQuery);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
