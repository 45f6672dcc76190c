package io.onefold.connector.http;

import io.onefold.connector.SendGate;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.wire.Call;
import io.onefold.connector.wire.Exchange;
import io.onefold.connector.wire.Wire;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.ClientSSLOptions;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Requests over pooled connections, one request for one call: HTTP/1.1, no pipelining, no redirect,
 * no repeat, no proxy, no cookies.
 *
 * <p>All of it runs on one event loop. Vert.x called from other threads now and then loses the end
 * of an answer (measured with 5.0.7, see the README of this module), and on one loop nothing can
 * happen between the gate and the write. Thread-safe; callers block, on virtual threads.
 */
final class VertxWire implements Wire {
  private final HttpSettings settings;
  private final Vertx vertx;
  private final Context loop;
  private final HttpClientAgent client;
  private final TlsOptions tlsOptions = new TlsOptions();

  VertxWire(HttpSettings settings, Consumer<HttpClientOptions> more) {
    this.settings = settings;
    vertx = Vertx.vertx(vertxOptions());
    loop = vertx.getOrCreateContext();
    HttpClientOptions options = clientOptions(settings);
    more.accept(options);
    client =
        vertx
            .httpClientBuilder()
            .with(options)
            .with(new PoolOptions().setHttp1MaxSize(settings.connectionsPerOrigin()))
            // Each failure is reported by the request it hits; Vert.x would log it a second time.
            .withConnectHandler(connection -> connection.exceptionHandler(reported -> {}))
            .build();
  }

  private static VertxOptions vertxOptions() {
    return new VertxOptions()
        .setEventLoopPoolSize(1)
        .setUseDaemonThread(true)
        .setFileSystemOptions(
            new FileSystemOptions()
                .setFileCachingEnabled(false)
                .setClassPathResolvingEnabled(false))
        // A name that comes back must be seen soon, so failures are not remembered and the hosts
        // file is read again.
        .setAddressResolverOptions(
            new AddressResolverOptions()
                .setQueryTimeout(2000)
                .setCacheNegativeTimeToLive(0)
                .setCacheMaxTimeToLive(30)
                .setHostsRefreshPeriod(2000));
  }

  private static HttpClientOptions clientOptions(HttpSettings settings) {
    return new HttpClientOptions()
        .setProtocolVersion(HttpVersion.HTTP_1_1)
        .setUseAlpn(false)
        .setHttp2ClearTextUpgrade(false)
        .setPipelining(false)
        .setKeepAliveTimeout((int) settings.keepAlive().toSeconds())
        .setConnectTimeout((int) settings.connectTimeout().toMillis())
        .setDecompressionSupported(false)
        .setMaxHeaderSize(64 * 1024)
        // Zero makes every close a reset: bytes that the kernel still holds are thrown away, so
        // none of them arrives after an attempt was given up.
        .setSoLinger(0);
  }

  /**
   * Makes one call. The gate is asked once, on the event loop, when the connection is ready; if it
   * opens, the request is written in the same turn of the loop.
   */
  @Override
  public Exchange exchange(Call call, SendGate gate) {
    Optional<ClientSSLOptions> tls;
    try {
      tls = call.route().tls().map(tlsOptions::of);
    } catch (CallNotPossibleException e) {
      return new Exchange.NotStarted(NotSent.Why.CONTRACT_MISMATCH, String.valueOf(e.getMessage()));
    }
    WireAttempt attempt = new WireAttempt(vertx, loop, settings, call, gate, tls);
    try {
      loop.runOnContext(turn -> attempt.connect(client));
    } catch (RejectedExecutionException closed) {
      return new Exchange.NotStarted(NotSent.Why.GIVEN_UP, "The connector is closed");
    }
    return attempt.await();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
