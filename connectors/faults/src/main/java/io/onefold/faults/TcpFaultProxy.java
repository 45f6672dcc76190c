package io.onefold.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * A proxy on a free port of 127.0.0.1 before one server that speaks any protocol of requests and
 * replies over TCP, such as SMTP. It knows bytes only, so it sees nothing of what is encrypted.
 * Thread-safe.
 */
public final class TcpFaultProxy implements AutoCloseable {
  private static final int CONNECT_MS = 10_000;

  private final ServerSocket listening;
  private final InetSocketAddress server;
  private final List<InForce> rules = new ArrayList<>();
  private final Set<TcpFlow> flows = ConcurrentHashMap.newKeySet();
  private int hits;

  private static final class InForce {
    private final TcpRule rule;
    private int hits;

    private InForce(TcpRule rule) {
      this.rule = rule;
    }

    private boolean isSpent() {
      return rule.times() > 0 && hits >= rule.times();
    }
  }

  private TcpFaultProxy(InetSocketAddress server) throws IOException {
    this.server = server;
    listening = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("tcp-fault-proxy").start(this::accept);
  }

  /** Starts a proxy before this server, which passes everything on until it is given rules. */
  public static TcpFaultProxy to(String host, int port) {
    try {
      return new TcpFaultProxy(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new UncheckedIOException("no port of 127.0.0.1 can be listened on", e);
    }
  }

  /** Where clients connect, on 127.0.0.1. */
  public int port() {
    return listening.getLocalPort();
  }

  /** Adds a rule behind those that are in force. */
  public synchronized void add(TcpRule rule) {
    rules.add(new InForce(rule));
  }

  /** Takes all rules out of force; what a rule has hit already still meets its fault. */
  public synchronized void clear() {
    rules.clear();
  }

  /** How many connections were hit until now. */
  public synchronized int hits() {
    return hits;
  }

  /** The first rule that hits a connection now. */
  synchronized Optional<TcpRule.Kind> hit(Predicate<TcpRule> now) {
    for (InForce each : rules) {
      if (!each.isSpent() && now.test(each.rule)) {
        each.hits++;
        hits++;
        return Optional.of(each.rule.kind());
      }
    }
    return Optional.empty();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        Thread.ofVirtual().start(() -> pass(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void pass(Socket client) {
    try {
      Socket upstream = new Socket();
      TcpFlow flow = new TcpFlow(this, client, upstream);
      flows.add(flow);
      upstream.connect(server, CONNECT_MS);
      flow.run();
      flows.remove(flow);
    } catch (IOException e) {
      TcpFlow.reset(client);
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the proxy's port cannot be closed", e);
    }
    flows.forEach(TcpFlow::cut);
  }
}
