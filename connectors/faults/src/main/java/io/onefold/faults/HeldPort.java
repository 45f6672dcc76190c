package io.onefold.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A port of 127.0.0.1 that is bound and not listened on: connections are refused. */
final class HeldPort implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Socket socket;

  private HeldPort(Socket socket) {
    this.socket = socket;
  }

  /** Tried for a while: a listening socket may outlive the end of its server by a moment. */
  static HeldPort hold(int port) {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Socket socket = new Socket();
      try {
        socket.setReuseAddress(true);
        socket.bind(address);
        return new HeldPort(socket);
      } catch (IOException e) {
        if (System.nanoTime() - giveUp > 0) {
          throw new UncheckedIOException("port " + port + " is still taken", e);
        }
        LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
      }
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a held port cannot be released", e);
    }
  }
}
