package io.onefold.connector.http;

import com.sun.management.OperatingSystemMXBean;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Compares HTTP clients the way the connector uses one: blocking callers on virtual threads, 64 in
 * flight, each posting 1 KiB to a local server that answers at once. The server is another process,
 * so that the processor time is the client's alone. Rounds of the clients alternate, so that a
 * noisy minute hits all of them.
 *
 * <p>Run: {@code java -cp ... io.onefold.connector.http.HttpClientBenchmark [requests per round]
 * [rounds]}.
 */
final class HttpClientBenchmark {
  private static final int IN_FLIGHT = 64;
  private static final byte[] BODY = "x".repeat(1024).getBytes(StandardCharsets.US_ASCII);

  private HttpClientBenchmark() {}

  /** One blocking POST; returns the status. */
  interface Caller extends AutoCloseable {
    int post() throws Exception;

    @Override
    void close();
  }

  record Round(double requestsPerSecond, double cpuMicrosPerRequest, int failures) {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 1 && arguments[0].equals("server")) {
      serve();
      return;
    }
    int requests = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20_000;
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 7;
    pinJdkClient();
    Process server = startServer();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII))) {
      compare(Integer.parseInt(output.readLine().trim()), requests, rounds);
    } finally {
      server.destroy();
    }
  }

  /**
   * No repeat of a POST, no second connect, no redirect: what the JDK's client does by itself
   * otherwise.
   */
  private static void pinJdkClient() {
    System.setProperty("jdk.httpclient.enableAllMethodRetry", "false");
    System.setProperty("jdk.httpclient.disableRetryConnect", "true");
    System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
  }

  private static Process startServer() throws IOException {
    return new ProcessBuilder(
            System.getProperty("java.home") + "/bin/java",
            "-cp",
            System.getProperty("java.class.path"),
            HttpClientBenchmark.class.getName(),
            "server")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static void serve() {
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    int port =
        vertx
            .createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setPort(0))
            .requestHandler(
                request ->
                    request
                        .body()
                        .onSuccess(
                            body -> request.response().setStatusCode(201).end("{\"id\":\"A\"}")))
            .listen()
            .await()
            .actualPort();
    System.out.println(port);
  }

  private static void compare(int port, int requests, int rounds) throws Exception {
    Map<String, Caller> callers = new LinkedHashMap<>();
    callers.put("jdk", new JdkCaller(port));
    callers.put("vertx, direct", new VertxCaller(port, false));
    callers.put("vertx, on its loop", new VertxCaller(port, true));
    Map<String, List<Round>> measured = new LinkedHashMap<>();
    for (int number = 0; number <= rounds; number++) {
      for (Map.Entry<String, Caller> caller : callers.entrySet()) {
        Round round = measure(caller.getValue(), requests);
        if (number > 0) { // the first round only warms up
          measured.computeIfAbsent(caller.getKey(), key -> new ArrayList<>()).add(round);
        }
      }
    }
    System.out.printf("Medians of %d rounds of %d requests.%n", rounds, requests);
    System.out.printf(
        "%-20s %12s %16s %10s%n", "client", "requests/s", "cpu us/request", "failures");
    measured.forEach(HttpClientBenchmark::print);
    for (Caller caller : callers.values()) {
      caller.close();
    }
  }

  private static void print(String name, List<Round> rounds) {
    System.out.printf(
        "%-20s %12.0f %16.1f %10d%n",
        name,
        median(rounds.stream().mapToDouble(Round::requestsPerSecond).toArray()),
        median(rounds.stream().mapToDouble(Round::cpuMicrosPerRequest).toArray()),
        rounds.stream().mapToInt(Round::failures).sum());
  }

  private static Round measure(Caller caller, int requests) throws Exception {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    AtomicInteger left = new AtomicInteger(requests);
    AtomicInteger failures = new AtomicInteger();
    long cpu = system.getProcessCpuTime();
    long start = System.nanoTime();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int thread = 0; thread < IN_FLIGHT; thread++) {
        threads.execute(() -> postUntilDone(caller, left, failures));
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Round(
        requests / seconds, (system.getProcessCpuTime() - cpu) / 1e3 / requests, failures.get());
  }

  private static void postUntilDone(Caller caller, AtomicInteger left, AtomicInteger failures) {
    while (left.getAndDecrement() > 0) {
      try {
        if (caller.post() != 201) {
          failures.incrementAndGet();
        }
      } catch (Exception e) {
        failures.incrementAndGet(); // each would have been an unknown outcome
      }
    }
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private static final class JdkCaller implements Caller {
    private final HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final HttpRequest request;

    JdkCaller(int port) {
      request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/items"))
              .timeout(Duration.ofSeconds(30))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofByteArray(BODY))
              .build();
    }

    @Override
    public int post() throws Exception {
      return client.send(request, HttpResponse.BodyHandlers.ofByteArray()).statusCode();
    }

    @Override
    public void close() {
      client.shutdownNow();
    }
  }

  /**
   * Vert.x with one event loop. Called directly from other threads it now and then loses the end of
   * an answer (seen with 5.0.7: the answer is delivered before its body handler is set), so the
   * connector makes each call on the loop.
   */
  private static final class VertxCaller implements Caller {
    private final Vertx vertx =
        Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setUseDaemonThread(true));
    private final Context loop = vertx.getOrCreateContext();
    private final HttpClientAgent client;
    private final RequestOptions options;
    private final boolean onLoop;

    VertxCaller(int port, boolean onLoop) {
      this.onLoop = onLoop;
      client =
          vertx
              .httpClientBuilder()
              .with(new HttpClientOptions())
              .with(new PoolOptions().setHttp1MaxSize(IN_FLIGHT))
              .build();
      options =
          new RequestOptions()
              .setMethod(HttpMethod.POST)
              .setHost("127.0.0.1")
              .setPort(port)
              .setURI("/items")
              .putHeader("Content-Type", "application/json");
    }

    @Override
    public int post() throws Exception {
      CompletableFuture<Integer> status = new CompletableFuture<>();
      if (onLoop) {
        loop.runOnContext(started -> post(status));
      } else {
        post(status);
      }
      return status.get(5, TimeUnit.SECONDS);
    }

    private void post(CompletableFuture<Integer> status) {
      client
          .request(new RequestOptions(options))
          .compose(request -> request.send(Buffer.buffer(BODY)))
          .compose(response -> response.body().map(response.statusCode()))
          .onSuccess(status::complete)
          .onFailure(status::completeExceptionally);
    }

    @Override
    public void close() {
      vertx.close().await();
    }
  }
}
