package io.onefold.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** One connection through a {@link TcpFaultProxy}; it is hit once at most. */
final class TcpFlow {
  private static final int CHUNK = 64 * 1024;

  private final TcpFaultProxy proxy;
  private final Socket client;
  private final Socket server;
  private final StringBuilder request = new StringBuilder();
  private boolean replied;
  private Optional<TcpRule.Kind> hit = Optional.empty();

  TcpFlow(TcpFaultProxy proxy, Socket client, Socket server) {
    this.proxy = proxy;
    this.client = client;
    this.server = server;
  }

  /** Passes on what comes from either side until one of them ends. */
  void run() {
    Thread back = Thread.ofVirtual().start(() -> pump(server, client, this::mayReturn));
    pump(client, server, this::maySend);
    try {
      back.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Decides about a piece. */
  private interface Gate {
    boolean passes(String piece);
  }

  private void pump(Socket from, Socket to, Gate gate) {
    byte[] chunk = new byte[CHUNK];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        if (gate.passes(new String(chunk, 0, read, StandardCharsets.ISO_8859_1))) {
          out.write(chunk, 0, read);
          out.flush();
        }
      }
      to.shutdownOutput();
    } catch (IOException e) {
      cut();
    }
  }

  private synchronized boolean maySend(String piece) {
    if (replied) {
      request.setLength(0);
      replied = false;
    }
    request.append(piece);
    take(rule -> rule.kind() == TcpRule.Kind.CUT_REQUEST && isAbout(rule));
    if (hit.equals(Optional.of(TcpRule.Kind.CUT_REQUEST))) {
      cut();
      return false;
    }
    return true;
  }

  private synchronized boolean mayReturn(String piece) {
    replied = true;
    take(
        rule ->
            rule.kind() != TcpRule.Kind.CUT_REQUEST
                && isAbout(rule)
                && rule.reply().matcher(piece).find());
    if (hit.equals(Optional.of(TcpRule.Kind.LOSE_REPLY))) {
      cut();
    }
    return hit.isEmpty();
  }

  private boolean isAbout(TcpRule rule) {
    return rule.request().matcher(request).find();
  }

  private void take(java.util.function.Predicate<TcpRule> now) {
    if (hit.isEmpty()) {
      hit = proxy.hit(now);
    }
  }

  void cut() {
    reset(client);
    reset(server);
  }

  /** Ends a connection so that the other side sees an error and no end. */
  static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // It is closed already, or was never connected.
    }
    try {
      socket.close();
    } catch (IOException e) {
      // Nothing more can be done.
    }
  }
}
