package io.onefold.standalone.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A REST server that answers as it is told and remembers what it was asked. */
final class FakeLedger implements AutoCloseable {
  /** What to answer; status 0 closes the connection without an answer. */
  record Answer(int status, String body) {
    static final Answer NONE = new Answer(0, "");
  }

  /** What was asked. */
  record Asked(String method, String path, String body) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Function<Asked, Answer>> answers = new ConcurrentHashMap<>();
  private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();

  FakeLedger() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /**
   * Sets the answer for a method and a path with its query, for example {@code GET
   * /v1/operations/a}.
   */
  FakeLedger answer(String request, Function<Asked, Answer> answer) {
    answers.put(request, answer);
    return this;
  }

  FakeLedger answer(String request, int status, String body) {
    return answer(request, question -> new Answer(status, body));
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  List<Asked> asked() {
    return List.copyOf(asked);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Asked question =
          new Asked(exchange.getRequestMethod(), exchange.getRequestURI().toString(), body);
      asked.add(question);
      Answer answer =
          answers
              .getOrDefault(
                  question.method() + " " + question.path(),
                  q -> new Answer(404, "{\"title\":\"Not Found\"}"))
              .apply(question);
      if (answer.status() == 0) {
        return;
      }
      byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
