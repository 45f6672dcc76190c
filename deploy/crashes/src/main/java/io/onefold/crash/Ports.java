package io.onefold.crash;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Free ports of the loopback address. */
final class Ports {
  private Ports() {}

  /** So many different ports that are free now. */
  static List<Integer> free(int number) throws IOException {
    List<ServerSocket> probes = new ArrayList<>();
    try {
      for (int i = 0; i < number; i++) {
        probes.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return probes.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket probe : probes) {
        probe.close();
      }
    }
  }
}
