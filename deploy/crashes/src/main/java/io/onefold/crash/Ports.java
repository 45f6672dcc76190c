package io.onefold.crash;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Free ports of the loopback address. */
final class Ports {
  /**
   * Below those that Linux gives to outgoing connections: one of them could take the port of a
   * process that is being restarted.
   */
  private static final int FIRST = 15_000;

  private static final int END = 32_000;

  private Ports() {}

  /** So many different ports that are free now. */
  static List<Integer> free(int number) throws IOException {
    List<ServerSocket> probes = new ArrayList<>();
    try {
      while (probes.size() < number) {
        try {
          int port = ThreadLocalRandom.current().nextInt(FIRST, END);
          probes.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
        } catch (BindException taken) {
          // Another one will be free.
        }
      }
      return probes.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket probe : probes) {
        probe.close();
      }
    }
  }
}
