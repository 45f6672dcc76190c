package io.onefold.faults;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * An HTTP/1.1 proxy on a free port of 127.0.0.1 before one server. Requests go on with all their
 * headers and the server's own {@code Host}, over a new connection each, and meet the first rule
 * that hits them. Bodies are read in full before they go on, up to 16 MiB. Thread-safe.
 */
public final class FaultProxy implements AutoCloseable {
  /**
   * Header by which a caller can name a request, for rules and for the log. It is not passed on.
   */
  public static final String TAG = "Onefold-Fault-Tag";

  private final Vertx vertx;
  private final RuleBook rules;
  private final ExchangeLog log;
  private final HttpServerOptions options;
  private final Upstream upstream;
  private HttpServer server;
  private Optional<HeldPort> held = Optional.empty();

  /**
   * How the server behind is reached and what the log leaves out.
   *
   * @param origin scheme, host and port of the server; a path of it is not looked at
   * @param ca certificates, as PEM, that a server with https may be signed by; empty: the usual
   *     ones
   * @param client certificate and key, as PEM, that the server asks for
   * @param masking takes secrets out of a text
   * @param seed of the draws for rules with a probability below 1
   */
  public record Settings(
      URI origin,
      Optional<Path> ca,
      Optional<ClientCertificate> client,
      UnaryOperator<String> masking,
      long seed) {
    public Settings {
      boolean web =
          "http".equalsIgnoreCase(origin.getScheme())
              || "https".equalsIgnoreCase(origin.getScheme());
      if (!web || origin.getHost() == null) {
        throw new IllegalArgumentException(
            "origin is " + origin + "; allowed are http:// and https:// addresses with a host");
      }
    }

    /** Without anything special. */
    public static Settings of(URI origin) {
      return new Settings(origin, Optional.empty(), Optional.empty(), text -> text, 1);
    }

    /** The same with this seed. */
    public Settings seed(long other) {
      return new Settings(origin, ca, client, masking, other);
    }

    private void tls(HttpClientOptions options) {
      ca.ifPresent(
          file -> options.setTrustOptions(new PemTrustOptions().addCertPath(file.toString())));
      client.ifPresent(
          own ->
              options.setKeyCertOptions(
                  new PemKeyCertOptions()
                      .addCertPath(own.certificate().toString())
                      .addKeyPath(own.key().toString())));
    }
  }

  /** A client certificate and its key, both PEM files. */
  public record ClientCertificate(Path certificate, Path key) {}

  private FaultProxy(Settings settings) {
    vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(1)
                .setUseDaemonThread(true)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
    rules = new RuleBook(settings.seed());
    log = new ExchangeLog(settings.masking());
    upstream = new Upstream(vertx, settings.origin(), settings::tls);
    options =
        new HttpServerOptions()
            .setHost("127.0.0.1")
            .setPort(0)
            .setMaxHeaderSize(64 * 1024)
            .setMaxInitialLineLength(64 * 1024);
    server = listening();
    options.setPort(server.actualPort());
  }

  /** Starts a proxy before the server with this origin, which passes everything on. */
  public static FaultProxy to(URI origin) {
    return start(Settings.of(origin));
  }

  /** Starts a proxy that passes everything on until it is given rules. */
  public static FaultProxy start(Settings settings) {
    return new FaultProxy(settings);
  }

  private HttpServer listening() {
    return vertx
        .createHttpServer(options)
        .requestHandler(request -> new Passage(vertx, upstream, rules, log, request).begin())
        .listen()
        .await();
  }

  /** Where callers connect: {@code http://127.0.0.1:<port>}. */
  public URI origin() {
    return URI.create("http://127.0.0.1:" + options.getPort());
  }

  /** Adds a rule behind those that are in force. */
  public void add(Rule rule) {
    rules.add(rule);
  }

  /** Takes the rules of this name out of force. */
  public void remove(String name) {
    rules.remove(name);
  }

  /** Takes all rules out of force; what a rule has hit already still meets its fault. */
  public void clear() {
    rules.clear();
  }

  /** What came until now, oldest first; at most the last 20,000. */
  public List<Exchange> exchanges() {
    return log.all();
  }

  /** From now on connections are refused, and the open ones are closed. */
  public synchronized void refuseConnections() {
    if (held.isEmpty()) {
      server.close().await();
      held = Optional.of(HeldPort.hold(options.getPort()));
    }
  }

  /** Connections are taken again, on the same port. */
  public synchronized void takeConnections() {
    if (held.isPresent()) {
      held.get().close();
      held = Optional.empty();
      server = listening();
    }
  }

  @Override
  public synchronized void close() {
    held.ifPresent(HeldPort::close);
    vertx.close().await();
  }
}
