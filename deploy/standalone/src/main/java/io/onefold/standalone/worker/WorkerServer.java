package io.onefold.standalone.worker;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.onefold.connector.worker.Worker;
import io.onefold.standalone.StartException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * The port of a worker: {@code /health}, {@code /health/liveness}, {@code /health/readiness} and
 * {@code /prometheus}, as a ledger has them. It changes nothing and shows no payload. Thread-safe.
 */
public final class WorkerServer implements AutoCloseable {
  private static final String JSON = "application/json";
  private static final String EXPOSITION = "text/plain; version=0.0.4; charset=utf-8";

  private final HttpServer server;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private volatile Optional<Worker> worker = Optional.empty();

  private WorkerServer(HttpServer server) {
    this.server = server;
  }

  /**
   * Listens. The worker is alive and not ready until {@link #show}.
   *
   * @param host what to listen on, for example {@code 127.0.0.1}
   * @param port 0 for any free one
   * @throws StartException if that cannot be listened on
   */
  public static WorkerServer start(String host, int port) {
    try {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(host), port);
      WorkerServer started = new WorkerServer(HttpServer.create(address, 0));
      started.serve();
      return started;
    } catch (IOException e) {
      throw new StartException(
          "%s:%d cannot be used for the worker (%s); choose another --port, 0 takes a free one"
              .formatted(host, port, e.getMessage()),
          e);
    }
  }

  private void serve() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
    server.setExecutor(executor);
    server.createContext("/", this::answer);
    server.start();
  }

  /** From now on this worker is shown. */
  public void show(Worker running) {
    new WorkerMeters(running).bindTo(registry);
    worker = Optional.of(running);
  }

  /** The port it listens on. */
  public int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestMethod().equals("GET")) {
        send(exchange, 405, JSON, "{\"message\":\"only GET is allowed\"}");
        return;
      }
      switch (exchange.getRequestURI().getPath()) {
        case "/prometheus" -> send(exchange, 200, EXPOSITION, registry.scrape());
        case "/health/liveness" -> health(exchange, WorkerHealth::notAlive, Optional.empty());
        case "/health", "/health/readiness" ->
            health(exchange, WorkerHealth::notReady, Optional.of("it starts"));
        default ->
            send(
                exchange,
                404,
                JSON,
                "{\"message\":\"there are /health, /health/liveness, /health/readiness and"
                    + " /prometheus\"}");
      }
    }
  }

  private void health(
      HttpExchange exchange,
      Function<Worker, Optional<String>> problem,
      Optional<String> whileItStarts)
      throws IOException {
    Optional<String> wrong = worker.map(problem).orElse(whileItStarts);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", "onefold-worker");
    json.put("status", wrong.isEmpty() ? "UP" : "DOWN");
    wrong.ifPresent(why -> json.putObject("details").put("worker", why));
    send(exchange, wrong.isEmpty() ? 200 : 503, JSON, json.toString());
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
    collections.close();
    registry.close();
  }
}
