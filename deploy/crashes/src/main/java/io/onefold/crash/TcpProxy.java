package io.onefold.crash;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A stretch of the network between one process and one server, which can be cut. Thread-safe.
 *
 * <p>Bytes are passed on as they come. A cut resets every connection and every new one; silence
 * holds all bytes back until it is over.
 */
final class TcpProxy implements AutoCloseable {
  private static final int CHUNK = 64 * 1024;

  /** Sees every chunk before it is passed on, and may hold it. */
  interface Tap {
    void chunk(Flow flow, boolean request, byte[] bytes, int length) throws InterruptedException;
  }

  /** One connection, for a tap to remember something by. */
  static final class Flow {
    private final Socket client;
    private final Socket server;
    private volatile String method = "";

    private Flow(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    /** The method of the request that was seen last. */
    String method() {
      return method;
    }

    void method(String seen) {
      method = seen;
    }

    private void reset() {
      reset(client);
      reset(server);
    }

    private static void reset(Socket socket) {
      try {
        socket.setSoLinger(true, 0);
        socket.close();
      } catch (IOException e) {
        // It is closed already.
      }
    }
  }

  private final ServerSocket listening;
  private final int target;
  private final Tap tap;
  private final Set<Flow> flows = ConcurrentHashMap.newKeySet();
  private final Object silenceEnds = new Object();
  private volatile boolean cut;
  private volatile boolean silent;

  /** A stretch to this port of the loopback address. */
  TcpProxy(int target, Tap tap) throws IOException {
    this.target = target;
    this.tap = tap;
    this.listening = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("proxy-" + target).start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Resets what is open, and from now on what is opened. */
  void cut() {
    cut = true;
    flows.forEach(Flow::reset);
  }

  /** From now on nothing gets through, and nobody is told. */
  void silence() {
    silent = true;
  }

  /** All is well again. */
  void heal() {
    cut = false;
    synchronized (silenceEnds) {
      silent = false;
      silenceEnds.notifyAll();
    }
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        Thread.ofVirtual().start(() -> connect(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void connect(Socket client) {
    Flow flow;
    try {
      if (cut) {
        Flow.reset(client);
        return;
      }
      flow = new Flow(client, new Socket(InetAddress.getLoopbackAddress(), target));
      client.setTcpNoDelay(true);
      flow.server.setTcpNoDelay(true);
    } catch (IOException e) {
      Flow.reset(client);
      return;
    }
    flows.add(flow);
    Thread.ofVirtual().start(() -> pass(flow, true));
    pass(flow, false);
  }

  private void pass(Flow flow, boolean request) {
    try {
      InputStream in = (request ? flow.client : flow.server).getInputStream();
      OutputStream out = (request ? flow.server : flow.client).getOutputStream();
      byte[] bytes = new byte[CHUNK];
      for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
        tap.chunk(flow, request, bytes, length);
        awaitSound();
        out.write(bytes, 0, length);
        out.flush();
      }
    } catch (IOException | InterruptedException e) {
      // One side is gone; the other learns of it below.
    } finally {
      flows.remove(flow);
      flow.reset();
    }
  }

  private void awaitSound() throws InterruptedException {
    synchronized (silenceEnds) {
      while (silent) {
        silenceEnds.wait();
      }
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    heal();
    flows.forEach(Flow::reset);
  }
}
