package io.onefold.lab;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A reverse proxy that hurts some of the writes that pass through it; readbacks pass unhurt. */
final class FaultyProxy implements AutoCloseable {
  private static final Set<String> NOT_PASSED_ON =
      Set.of("connection", "content-length", "host", "transfer-encoding", "expect", "upgrade");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final URI target;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(threads).build();
  private final AtomicInteger writes = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private final AtomicInteger cut = new AtomicInteger();
  private volatile Faults faults = Faults.none();

  private FaultyProxy(int port, URI target) throws IOException {
    this.target = target;
    this.server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  static FaultyProxy start(int port, URI target) throws IOException {
    return new FaultyProxy(port, target);
  }

  /** From now on. */
  void faults(Faults next) {
    faults = next;
  }

  /** How often each fault hit since the start. */
  Map<String, Integer> counts() {
    return new TreeMap<>(
        Map.of("writes", writes.get(), "answers lost", lost.get(), "cut before", cut.get()));
  }

  private void handle(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    boolean write = !Set.of("GET", "HEAD").contains(exchange.getRequestMethod());
    Faults.Kind fault = write ? faults.next() : Faults.Kind.NONE;
    if (write) {
      writes.incrementAndGet();
    }
    if (fault == Faults.Kind.CUT_BEFORE) {
      cut.incrementAndGet();
      exchange.close();
      return;
    }
    try {
      HttpResponse<byte[]> answer = client.send(request(exchange, body), BodyHandlers.ofByteArray());
      if (fault == Faults.Kind.ANSWER_LOST) {
        lost.incrementAndGet();
        exchange.close();
        return;
      }
      answer
          .headers()
          .map()
          .forEach(
              (name, values) -> {
                if (!NOT_PASSED_ON.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                  exchange.getResponseHeaders().put(name, values);
                }
              });
      exchange.sendResponseHeaders(
          answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }

  private HttpRequest request(HttpExchange exchange, byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(target.resolve(exchange.getRequestURI()))
            .timeout(PATIENCE)
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!NOT_PASSED_ON.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
              }
            });
    return request.build();
  }

  @Override
  public void close() {
    server.stop(0);
    client.shutdownNow();
    threads.shutdownNow();
  }

  /** Chances in percent, from a seed that a failure names. */
  record Faults(int lost, int cut, Random random) {
    enum Kind {
      NONE,
      ANSWER_LOST,
      CUT_BEFORE
    }

    static Faults none() {
      return new Faults(0, 0, new Random(0));
    }

    static Faults of(int lost, int cut, long seed) {
      return new Faults(lost, cut, new Random(seed));
    }

    Kind next() {
      int dice = random.nextInt(100);
      return dice < lost ? Kind.ANSWER_LOST : dice < lost + cut ? Kind.CUT_BEFORE : Kind.NONE;
    }
  }
}
