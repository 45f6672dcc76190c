package io.onefold.standalone.cases;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/**
 * A destination that stores what it is sent, answers with an error all the same, and quotes the
 * whole request in it, credentials included.
 */
final class TalkativeSite implements AutoCloseable {
  private final HttpServer server;
  private final List<String> stored = new CopyOnWriteArrayList<>();

  private TalkativeSite(HttpServer server) {
    this.server = server;
  }

  static TalkativeSite start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    TalkativeSite site = new TalkativeSite(server);
    server.createContext("/items", site::answer);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    return site;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (exchange.getRequestMethod().equals("POST")) {
      stored.add(sent);
      answer(exchange, 500, exchange.getRequestHeaders().entrySet() + " " + sent);
    } else {
      answer(exchange, 200, "{\"items\": [" + item() + "]}");
    }
  }

  private String item() {
    return stored.isEmpty() ? "" : stored.getFirst().replaceFirst("\\{", "{\"id\": \"i-1\", ");
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** Requests that stored something. */
  List<String> stored() {
    return stored;
  }

  /**
   * A contract file of this site.
   *
   * @param credential what its header Authorization holds; a reference to a secret
   */
  String contract(String credential) {
    return """
    defaults: {lease: 20s, settle: 1s}
    destinations:
      blog:
        connector: http
        account: acme
        environment: live
        approval: not-required
        send:
          method: POST
          url: URL/items
          headers: {Authorization: "Bearer SECRET"}
          timeout: 10s
          provider-id: /id
        readback:
          - {by: reference, url: "URL/items?ref={operationId}", items: /items, headers: {Authorization: "Bearer SECRET"}}
        item: {provider-id: /id, content: [{sent: /title, found: /title}]}
        absence: {proof: true, after: report}
    """
        .replace("URL", "http://127.0.0.1:" + server.getAddress().getPort())
        .replace("SECRET", credential);
  }

  /** An intent for it. */
  static byte[] intent(String id, String title) {
    return """
    {"operationId": "%s", "destination": "blog", "account": "acme", "environment": "live", \
    "action": "publish", "payload": {"title": "%s"}, "owner": "marketing"}\
    """
        .formatted(id, title)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
