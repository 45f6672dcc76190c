package io.onefold.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Where the processes under attack report. Thread-safe. */
final class Control implements AutoCloseable {
  private record Expected(
      List<String> firstLines, Consumer<String> seen, CompletableFuture<AgentLink> link) {}

  private final ServerSocket server;
  private final Map<String, Expected> expected = new ConcurrentHashMap<>();

  Control() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("control").start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /**
   * A process of this name is about to start.
   *
   * @param firstLines what it is told before it runs
   * @param seen hears of what it watches
   */
  CompletableFuture<AgentLink> expect(String name, List<String> firstLines, Consumer<String> seen) {
    Expected next = new Expected(firstLines, seen, new CompletableFuture<>());
    expected.put(name, next);
    return next.link();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> greet(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void greet(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      String hello = lines.readLine();
      Expected process = hello == null ? null : expected.remove(hello.split("\t", 3)[1]);
      if (process == null) {
        return;
      }
      AgentLink link = new AgentLink(socket, process.seen());
      process.firstLines().forEach(link::say);
      link.say("RUN");
      process.link().complete(link);
      link.listen(lines);
    } catch (IOException e) {
      // It ended before it began; whoever started it sees that.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
