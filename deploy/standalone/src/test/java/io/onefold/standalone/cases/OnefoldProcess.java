package io.onefold.standalone.cases;

import io.onefold.standalone.Main;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code onefold standalone} in a process of its own, which can be killed and started again. */
final class OnefoldProcess implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(3);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final Path folder;
  private final int port;
  private final int kafkaPort;
  private final Map<String, String> environment;
  private final HttpClient http = HttpClient.newHttpClient();
  private Process process;

  private OnefoldProcess(Path folder, int port, int kafkaPort, Map<String, String> environment)
      throws IOException {
    this.environment = environment;
    this.folder = folder;
    this.port = port;
    this.kafkaPort = kafkaPort;
    this.process = run();
  }

  /** Starts it with these contracts; its data and its log lie in the folder. */
  static OnefoldProcess start(Path folder, String yaml) throws Exception {
    return start(folder, yaml, Map.of());
  }

  /** The same, with more variables in its environment. */
  static OnefoldProcess start(Path folder, String yaml, Map<String, String> environment)
      throws Exception {
    Files.writeString(folder.resolve("destinations.yaml"), yaml);
    OnefoldProcess onefold = new OnefoldProcess(folder, freePort(), freePort(), environment);
    try {
      onefold.awaitReady();
      return onefold;
    } catch (Exception e) {
      onefold.close();
      throw e;
    }
  }

  /** A port that nobody listens on now. */
  static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }

  private Process run() throws IOException {
    return command(
        log(),
        environment,
        "standalone",
        "--destinations",
        folder.resolve("destinations.yaml").toString(),
        "--data",
        folder.resolve("data").toString(),
        "--port",
        Integer.toString(port),
        "--kafka-port",
        Integer.toString(kafkaPort));
  }

  /** Runs a command of the distribution; what it prints goes to the end of the log. */
  static Process command(Path log, String... args) throws IOException {
    return command(log, Map.of(), args);
  }

  /** The same, with more variables in its environment. */
  static Process command(Path log, Map<String, String> environment, String... args)
      throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                // It lives for seconds and is started often.
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    words.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Where it writes to. */
  Path log() {
    return folder.resolve("onefold.log");
  }

  /** The address of the REST interface; the same after a restart. */
  URI address() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Where Kafka clients connect; the same after a restart. */
  String bootstrapServers() {
    return "127.0.0.1:" + kafkaPort;
  }

  /**
   * Kills it without warning, starts it at once, and waits until it is ready.
   *
   * @return from the start of the new process to its readiness
   */
  Duration killAndRestart() throws Exception {
    return killAndRestart(Duration.ZERO);
  }

  /** The same, with a pause before the new start. */
  Duration killAndRestart(Duration pause) throws Exception {
    kill();
    Thread.sleep(pause.toMillis());
    return restart();
  }

  /**
   * Starts it after a kill, and waits until it is ready.
   *
   * @return from the start of the new process to its readiness
   */
  Duration restart() throws Exception {
    long began = System.nanoTime();
    process = run();
    awaitReady();
    return Duration.ofNanos(System.nanoTime() - began);
  }

  /** Kills it without warning. */
  void kill() {
    process.destroyForcibly();
    process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
  }

  private void awaitReady() throws Exception {
    long until = System.nanoTime() + START.toNanos();
    while (!isReady()) {
      if (!process.isAlive() || System.nanoTime() > until) {
        throw new IllegalStateException("not ready: " + Files.readString(log()));
      }
      Thread.sleep(LOOK_EVERY.toMillis());
    }
  }

  private boolean isReady() throws InterruptedException {
    try {
      return http.send(
                  HttpRequest.newBuilder(address().resolve("/health/readiness"))
                      .timeout(Duration.ofSeconds(5))
                      .build(),
                  BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public void close() {
    kill();
    http.close();
  }
}
