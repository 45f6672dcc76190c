package io.onefold.faults;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** The server behind a proxy: each delivery is one request, and nothing is repeated or followed. */
final class Upstream {
  /** Longest wait for a connection, in milliseconds. */
  private static final int CONNECT_MS = 10_000;

  /** Longest wait for an answer, in milliseconds; far beyond what callers wait. */
  private static final int ANSWER_MS = 300_000;

  private static final Set<String> OF_ONE_HOP =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "host",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private final URI origin;
  private final HttpClient client;

  Upstream(Vertx vertx, URI origin, Consumer<HttpClientOptions> tls) {
    this.origin = origin;
    HttpClientOptions options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_1_1)
            .setUseAlpn(false)
            .setHttp2ClearTextUpgrade(false)
            .setPipelining(false)
            // A kept connection that the server closes meanwhile would lose a request by itself.
            .setKeepAlive(false)
            .setConnectTimeout(CONNECT_MS)
            .setDecompressionSupported(false)
            .setMaxHeaderSize(64 * 1024);
    tls.accept(options);
    client = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(256));
  }

  /** A request that came in full. */
  record Request(HttpMethod method, String target, MultiMap headers, Buffer body) {}

  /** A whole answer. */
  record Answer(int status, MultiMap headers, Buffer body) {}

  Future<Answer> deliver(Request request) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(request.method())
            .setHost(origin.getHost())
            .setPort(port())
            .setSsl(isTls())
            .setURI(request.target())
            .setFollowRedirects(false)
            .setIdleTimeout(ANSWER_MS)
            .setHeaders(endToEnd(request.headers()));
    return client
        .request(options)
        .compose(
            ready -> {
              boolean bodiless = request.body().length() == 0 && isReading(request.method());
              return bodiless ? ready.send() : ready.send(request.body());
            })
        .compose(
            answer ->
                answer
                    .body()
                    .map(
                        body -> new Answer(answer.statusCode(), endToEnd(answer.headers()), body)));
  }

  private boolean isTls() {
    return "https".equalsIgnoreCase(origin.getScheme());
  }

  private int port() {
    return origin.getPort() >= 0 ? origin.getPort() : isTls() ? 443 : 80;
  }

  private static boolean isReading(HttpMethod method) {
    return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
  }

  /** The headers that are not about one connection alone. */
  private static MultiMap endToEnd(MultiMap all) {
    MultiMap kept = MultiMap.caseInsensitiveMultiMap();
    all.forEach(
        header -> {
          if (!OF_ONE_HOP.contains(header.getKey().toLowerCase(Locale.ROOT))) {
            kept.add(header.getKey(), header.getValue());
          }
        });
    return kept;
  }
}
