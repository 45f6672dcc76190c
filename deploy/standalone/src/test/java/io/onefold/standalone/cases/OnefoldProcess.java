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
import java.util.concurrent.TimeUnit;

/** {@code onefold standalone} in a process of its own, which can be killed and started again. */
final class OnefoldProcess implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(3);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final Path folder;
  private final int port;
  private final HttpClient http = HttpClient.newHttpClient();
  private Process process;

  private OnefoldProcess(Path folder, int port) throws IOException {
    this.folder = folder;
    this.port = port;
    this.process = run();
  }

  /** Starts it with these contracts; its data and its log lie in the folder. */
  static OnefoldProcess start(Path folder, String yaml) throws Exception {
    Files.writeString(folder.resolve("destinations.yaml"), yaml);
    OnefoldProcess onefold = new OnefoldProcess(folder, freePort());
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
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx1g",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "standalone",
            "--destinations",
            folder.resolve("destinations.yaml").toString(),
            "--data",
            folder.resolve("data").toString(),
            "--port",
            Integer.toString(port),
            "--kafka-port",
            "0")
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
        .start();
  }

  private Path log() {
    return folder.resolve("onefold.log");
  }

  /** The address of the REST interface; the same after a restart. */
  URI address() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /**
   * Kills it without warning, starts it at once, and waits until it is ready.
   *
   * @return from the start of the new process to its readiness
   */
  Duration killAndRestart() throws Exception {
    kill();
    long began = System.nanoTime();
    process = run();
    awaitReady();
    return Duration.ofNanos(System.nanoTime() - began);
  }

  private void kill() {
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
