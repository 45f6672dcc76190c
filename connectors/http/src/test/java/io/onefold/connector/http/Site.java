package io.onefold.connector.http;

import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** A server that answers as a test says, and remembers what it was asked. */
final class Site implements AutoCloseable {
  /** A request that came. */
  record Seen(String method, String path, String query, MultiMap headers, String body) {
    String header(String name) {
      return String.valueOf(headers.get(name));
    }
  }

  private final Vertx vertx = Vertx.vertx();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private final String scheme;

  private Site(HttpServerOptions options, BiConsumer<Seen, HttpServerResponse> answers) {
    scheme = options.isSsl() ? "https" : "http";
    server =
        vertx
            .createHttpServer(options.setHost("127.0.0.1").setPort(0))
            .requestHandler(
                request ->
                    request.bodyHandler(
                        body -> {
                          Seen one =
                              new Seen(
                                  request.method().name(),
                                  request.path(),
                                  String.valueOf(request.query()),
                                  request.headers(),
                                  body.toString());
                          seen.add(one);
                          answers.accept(one, request.response());
                        }))
            .listen()
            .await();
  }

  static Site of(BiConsumer<Seen, HttpServerResponse> answers) {
    return new Site(new HttpServerOptions(), answers);
  }

  static Site of(HttpServerOptions options, BiConsumer<Seen, HttpServerResponse> answers) {
    return new Site(options, answers);
  }

  String url() {
    return url("127.0.0.1");
  }

  String url(String host) {
    return "%s://%s:%d".formatted(scheme, host, server.actualPort());
  }

  List<Seen> seen() {
    return seen;
  }

  List<Seen> seen(String path) {
    return seen.stream().filter(one -> one.path().equals(path)).toList();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
