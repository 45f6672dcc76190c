package io.onefold.connector.wire;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * One request to make.
 *
 * @param headers name to value, without {@code Host} and {@code Content-Length}
 * @param body the bytes to send, empty for none; not copied, must not be changed
 * @param timeout from the first byte of the request to the last of the answer
 * @param route what its connection must be like
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and a copy would double a large body
public record Call(
    String method,
    URI url,
    Map<String, String> headers,
    byte[] body,
    Duration timeout,
    Route route) {
  public Call {
    headers = Map.copyOf(headers);
  }

  /** A call over a route that asks for nothing special. */
  public Call(String method, URI url, Map<String, String> headers, byte[] body, Duration timeout) {
    this(method, url, headers, body, timeout, Route.PLAIN);
  }

  /** Scheme, host and port, for messages: never a path or query, which may hold a secret. */
  public String origin() {
    return origin(url);
  }

  /** Scheme, host and port of an address. */
  public static String origin(URI url) {
    int port = url.getPort() >= 0 ? url.getPort() : isTls(url) ? 443 : 80;
    return "%s://%s:%d".formatted(url.getScheme(), url.getHost(), port).toLowerCase(Locale.ROOT);
  }

  /** True for {@code https}. */
  public static boolean isTls(URI url) {
    return "https".equalsIgnoreCase(url.getScheme());
  }
}
