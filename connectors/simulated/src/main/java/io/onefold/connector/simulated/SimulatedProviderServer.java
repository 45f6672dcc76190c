package io.onefold.connector.simulated;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A simulated provider over HTTP/1.1 on 127.0.0.1. Writes are POST, PUT, PATCH and DELETE to any
 * path; see {@link SimulatedProvider} for the addresses. Thread-safe.
 */
public final class SimulatedProviderServer implements AutoCloseable {
  /** Older notes are dropped. */
  private static final int MOST_NOTES = 200_000;

  private static final Duration MOST_PATIENCE = Duration.ofSeconds(10);

  private final InstantSource clock;
  private final Vertx vertx;
  private final HttpServerOptions options;
  private final SimulatedProvider provider;
  private final Addresses addresses;
  private final Deque<SeenRequest> seen = new ArrayDeque<>();
  private volatile boolean oneWriteAtATime;
  // Only the event loop touches these two.
  private final Deque<Runnable> waitingWrites = new ArrayDeque<>();
  private boolean writing;
  private HttpServer server;
  private Optional<Socket> held = Optional.empty();

  /** Starts a plain provider on a free port. */
  public static SimulatedProviderServer start() {
    return start(ProviderProfile.PLAIN, OperationSource.USUAL, 0);
  }

  /** Starts such a provider on a free port. */
  public static SimulatedProviderServer start(ProviderProfile profile) {
    return start(profile, OperationSource.USUAL, 0);
  }

  /**
   * Starts such a provider.
   *
   * @param port 0: any free one
   */
  public static SimulatedProviderServer start(
      ProviderProfile profile, OperationSource source, int port) {
    return new SimulatedProviderServer(profile, source, port, InstantSource.system());
  }

  private SimulatedProviderServer(
      ProviderProfile profile, OperationSource source, int port, InstantSource clock) {
    this.clock = clock;
    vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(1)
                .setUseDaemonThread(true)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
    options = new HttpServerOptions().setHost("127.0.0.1").setPort(port);
    // The public addresses name the port, so it must be known before the first request is served.
    server = listening(options);
    options.setPort(server.actualPort());
    provider = new SimulatedProvider(profile, clock, baseUrl());
    addresses = new Addresses(provider, source);
  }

  private HttpServer listening(HttpServerOptions where) {
    return vertx.createHttpServer(where).requestHandler(this::read).listen().await();
  }

  /** {@code http://127.0.0.1:<port>}. */
  public String baseUrl() {
    return "http://127.0.0.1:" + options.getPort();
  }

  /** The port it listens on, or listened on before it was silenced. */
  public int port() {
    return options.getPort();
  }

  /** The provider behind it: scripts and the ledger of effects. */
  public SimulatedProvider provider() {
    return provider;
  }

  /**
   * From now on a write counts as read only when the one before it has ended; until then it waits.
   * One that is met with silence does not end.
   */
  public void takeOneWriteAtATime() {
    oneWriteAtATime = true;
  }

  /** From now on the port refuses connections, and the open ones are closed. */
  public void stopListening() {
    server.close().await();
    held = Optional.of(hold(port()));
  }

  /**
   * Binds the port without listening: connections are refused, and no other process gets it. The
   * listening socket may outlive the end of its server by a moment, so this is tried for a while.
   */
  private static Socket hold(int port) {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    long giveUp = System.nanoTime() + MOST_PATIENCE.toNanos();
    while (true) {
      Socket holding = new Socket();
      try {
        holding.setReuseAddress(true);
        holding.bind(address);
        return holding;
      } catch (IOException e) {
        if (System.nanoTime() > giveUp) {
          throw new UncheckedIOException("port " + port + " is still taken", e);
        }
        LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
      }
    }
  }

  /** Listens again, on the same port. */
  public void listenAgain() {
    release();
    server = listening(options);
  }

  private void release() {
    try {
      if (held.isPresent()) {
        held.get().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a held port cannot be released", e);
    }
    held = Optional.empty();
  }

  /** The requests that were fully read, oldest first; at most the last 200,000. */
  public List<SeenRequest> requests() {
    synchronized (seen) {
      return List.copyOf(seen);
    }
  }

  private void read(HttpServerRequest request) {
    request.body().onSuccess(body -> admit(request, body));
  }

  private void admit(HttpServerRequest request, Buffer body) {
    if (!oneWriteAtATime || isReading(request)) {
      serve(request, body);
    } else if (writing) {
      waitingWrites.addLast(() -> serve(request, body));
    } else {
      writing = true;
      serve(request, body);
    }
  }

  private static boolean isReading(HttpServerRequest request) {
    return List.of("GET", "HEAD").contains(request.method().name());
  }

  private void serve(HttpServerRequest http, Buffer body) {
    Map<String, String> headers = new HashMap<>();
    http.headers()
        .forEach(
            header -> headers.put(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
    Addresses.Request request =
        new Addresses.Request(
            http.method().name(), URI.create(http.uri()), headers, body.getBytes());
    note(http, request);
    Answering answering = addresses.answer(request);
    if (answering instanceof Answering.Silence) {
      return;
    }
    long delay = answering.after().toMillis();
    if (delay <= 0) {
      end(http, answering);
    } else {
      vertx.setTimer(delay, id -> end(http, answering));
    }
  }

  private void note(HttpServerRequest http, Addresses.Request request) {
    SeenRequest one =
        new SeenRequest(
            clock.instant(),
            request.method(),
            http.uri(),
            addresses.operation(request),
            http.remoteAddress().port(),
            request.headers(),
            request.body().length);
    synchronized (seen) {
      if (seen.size() == MOST_NOTES) {
        seen.removeFirst();
      }
      seen.addLast(one);
    }
  }

  private void end(HttpServerRequest request, Answering answering) {
    if (oneWriteAtATime && !isReading(request)) {
      writing = !waitingWrites.isEmpty();
      Optional.ofNullable(waitingWrites.pollFirst()).ifPresent(Runnable::run);
    }
    HttpServerResponse response = request.response();
    if (response.closed()) {
      return;
    }
    switch (answering) {
      case Answering.Whole whole -> {
        response.setStatusCode(whole.status());
        whole.headers().forEach(response::putHeader);
        response.end(Buffer.buffer(whole.bytes()));
      }
      case Answering.Cut cut -> cut(request, cut);
      case Answering.Silence silence -> {}
    }
  }

  /** Announces the whole body and sends a part of it, or sends nothing at all. */
  private static void cut(HttpServerRequest request, Answering.Cut cut) {
    if (cut.bytes() == 0) {
      request.connection().close();
      return;
    }
    Buffer body = Buffer.buffer(cut.body());
    request
        .response()
        .setStatusCode(201)
        .putHeader("Content-Type", "application/json")
        .putHeader("Content-Length", Integer.toString(body.length()))
        .write(body.slice(0, Math.min(cut.bytes(), body.length() - 1)))
        .onComplete(written -> request.connection().close());
  }

  @Override
  public void close() {
    release();
    vertx.close().await();
  }
}
