package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The identity probe of a destination, which answers only when it is let go. A worker asks it after
 * its claim was granted and before it opens the connection of the write, so whoever is held here
 * has taken the command and sent no byte of it.
 */
final class HeldProbe implements AutoCloseable {
  private static final byte[] IDENTITY =
      "{\"account\":\"acme\",\"env\":\"live\"}".getBytes(StandardCharsets.UTF_8);

  private final HttpServer server;
  private final Phaser held = new Phaser(1);
  private final AtomicInteger asked = new AtomicInteger();

  HeldProbe() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("no port for an identity probe", e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/whoami",
        exchange -> {
          asked.incrementAndGet();
          held.awaitAdvance(0);
          exchange.sendResponseHeaders(200, IDENTITY.length);
          try (var body = exchange.getResponseBody()) {
            body.write(IDENTITY);
          } catch (IOException whoAskedIsDead) {
            throw new UncheckedIOException(whoAskedIsDead);
          }
        });
    server.start();
  }

  /** The address to ask. */
  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/whoami";
  }

  /** Waits until a worker is held. */
  void awaitAsked() {
    await("asked")
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> asked.get() > 0);
  }

  /** From now on every question is answered at once. */
  void letGo() {
    held.arriveAndDeregister();
  }

  @Override
  public void close() {
    held.forceTermination();
    server.stop(0);
  }
}
