package io.onefold.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The line to one process under attack. Thread-safe. */
final class AgentLink {
  private record Waiting(String point, CompletableFuture<Boolean> hit) {}

  private static final Waiting NOTHING = new Waiting("", new CompletableFuture<>());

  private final Socket socket;
  private final Consumer<String> seen;
  private volatile Waiting waiting = NOTHING;

  AgentLink(Socket socket, Consumer<String> seen) {
    this.socket = socket;
    this.seen = seen;
  }

  /** The line that arms a point. */
  static String armLine(Point point) {
    return "ARM\t"
        + point.title()
        + "\t"
        + point.steps().stream().map(step -> step.encoded()).collect(Collectors.joining("\t"));
  }

  /**
   * Arms a point.
   *
   * @return completes with true when a thread stands there, with false when the process has ended
   */
  CompletableFuture<Boolean> arm(Point point) {
    CompletableFuture<Boolean> hit = expect(point);
    say(armLine(point));
    return hit;
  }

  /** The same for a point that was armed before the process began. */
  CompletableFuture<Boolean> expect(Point point) {
    Waiting next = new Waiting(point.title(), new CompletableFuture<>());
    waiting = next;
    return next.hit();
  }

  /** Disarms, and lets the thread go on that stands at the point. */
  void free() {
    waiting = NOTHING;
    say("FREE");
  }

  void say(String line) {
    try {
      OutputStream out = socket.getOutputStream();
      synchronized (socket) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    } catch (IOException e) {
      // The process has ended, which the reading side tells.
      waiting.hit().complete(false);
    }
  }

  /** Reads until the process ends. */
  void listen(BufferedReader lines) {
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        heard(line.split("\t", 2));
      }
    } catch (IOException e) {
      // A killed process resets its connections: the same as an end.
    } finally {
      waiting.hit().complete(false);
    }
  }

  private void heard(String[] words) {
    switch (words[0]) {
      case "SEEN" -> seen.accept(words[1]);
      case "HIT" -> {
        Waiting now = waiting;
        if (now.point().equals(words[1])) {
          now.hit().complete(true);
        } else {
          // Reached while it was being disarmed.
          say("FREE");
        }
      }
      default -> throw new IllegalStateException("a process said '" + words[0] + "'");
    }
  }
}
