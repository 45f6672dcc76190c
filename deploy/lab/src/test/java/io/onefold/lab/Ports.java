package io.onefold.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Free ports of 127.0.0.1, below those that the system gives to outgoing connections. */
final class Ports {
  private static final int FIRST = 20_000;
  private static final int LAST = 32_000;
  private static final int TRIES = 200;

  private Ports() {}

  /** The first of so many neighbouring ports that nothing uses. */
  static int free(int neighbours) {
    for (int tries = 0; tries < TRIES; tries++) {
      int first = ThreadLocalRandom.current().nextInt(FIRST, LAST - neighbours);
      if (areFree(first, neighbours)) {
        return first;
      }
    }
    throw new IllegalStateException(
        "No %d neighbouring ports are free between %d and %d".formatted(neighbours, FIRST, LAST));
  }

  private static boolean areFree(int first, int neighbours) {
    for (int port = first; port < first + neighbours; port++) {
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        socket.getLocalPort();
      } catch (IOException taken) {
        return false;
      }
    }
    return true;
  }
}
