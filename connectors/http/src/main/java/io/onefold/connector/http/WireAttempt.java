package io.onefold.connector.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ConnectTimeoutException;
import io.onefold.connector.SendGate;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import io.onefold.connector.wire.Exchange;
import io.onefold.connector.wire.Route;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.http.impl.HttpClientConnectionInternal;
import io.vertx.core.net.ClientSSLOptions;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * One call on the event loop. All fields without their own synchronisation belong to the loop; the
 * blocked caller only waits for {@link #result} and moves {@link #phase}.
 */
final class WireAttempt {
  /** Beyond the bounds that the loop keeps itself; reached only if the loop is stuck. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  private enum Phase {
    CONNECTING,
    STARTED,
    GIVEN_UP
  }

  private final Vertx vertx;
  private final Context loop;
  private final HttpSettings settings;
  private final Call call;
  private final SendGate gate;
  private final Optional<ClientSSLOptions> tls;
  private final Duration connectTimeout;
  private final CompletableFuture<Exchange> result = new CompletableFuture<>();
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.CONNECTING);

  private @Nullable HttpClientRequest request;
  private @Nullable HttpClientResponse response;
  private final Buffer body = Buffer.buffer();
  private long timer = -1;

  WireAttempt(
      Vertx vertx,
      Context loop,
      HttpSettings settings,
      Call call,
      SendGate gate,
      Optional<ClientSSLOptions> tls) {
    this.vertx = vertx;
    this.loop = loop;
    this.settings = settings;
    this.call = call;
    this.gate = gate;
    this.tls = tls;
    this.connectTimeout = settings.connectTimeout();
  }

  void connect(HttpClient client) {
    RequestOptions options;
    try {
      options = options();
    } catch (RuntimeException invalid) {
      result.complete(
          notStarted(
              NotSent.Why.CONTRACT_MISMATCH,
              "No request can be made of it: " + invalid.getMessage()));
      return;
    }
    client.request(options).onComplete(this::connected, this::notConnected);
  }

  private RequestOptions options() {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.valueOf(call.method()))
            .setAbsoluteURI(call.url().toString())
            .setFollowRedirects(false)
            .setConnectTimeout(connectTimeout.toMillis());
    tls.filter(it -> Call.isTls(call.url())).ifPresent(options::setSslOptions);
    call.headers().forEach(options::putHeader);
    return options;
  }

  private void notConnected(Throwable cause) {
    String origin = call.origin();
    Exchange.NotStarted ended =
        switch (cause) {
          case UnknownHostException e ->
              notStarted(
                  NotSent.Why.NAME_NOT_RESOLVED,
                  "The host name of " + origin + " does not resolve");
          case TimeoutException e -> connectTimedOut();
          case SSLException e ->
              notStarted(
                  NotSent.Why.TLS_FAILED, "No TLS connection to " + origin + ": " + e.getMessage());
          case ConnectTimeoutException e -> connectTimedOut();
          case ConnectException e ->
              notStarted(
                  NotSent.Why.CONNECTION_REFUSED,
                  "No connection to " + origin + ": " + e.getMessage());
          default ->
              notStarted(
                  Call.isTls(call.url()) ? NotSent.Why.TLS_FAILED : NotSent.Why.CONNECTION_REFUSED,
                  "No connection to " + origin + ": " + cause);
        };
    result.complete(ended);
  }

  private Exchange.NotStarted connectTimedOut() {
    return notStarted(
        NotSent.Why.CONNECT_TIMEOUT,
        "No connection to " + call.origin() + " within " + connectTimeout.toMillis() + " ms");
  }

  private static Exchange.NotStarted notStarted(NotSent.Why why, String message) {
    return new Exchange.NotStarted(why, message);
  }

  /** The connection is ours and nothing was written yet. */
  private void connected(HttpClientRequest ready) {
    request = ready;
    // What ends the request is reported by its futures; Vert.x logs it if nobody listens here too.
    ready.exceptionHandler(reported -> {});
    if (!phase.compareAndSet(Phase.CONNECTING, Phase.STARTED)) {
      discard();
      return;
    }
    Optional<String> wrongPeer = wrongPeer(ready);
    if (wrongPeer.isPresent()) {
      refuse(NotSent.Why.GIVEN_UP, wrongPeer.get());
      return;
    }
    try {
      if (!gate.open()) {
        refuse(NotSent.Why.LEASE_TOO_SHORT, "The lease left too little time for the call");
        return;
      }
    } catch (RuntimeException e) {
      refuse(NotSent.Why.GIVEN_UP, "The gate failed before the first byte: " + e);
      return;
    }
    start(ready);
  }

  /** Why the address at the other end may not be spoken to; empty if it may. */
  private Optional<String> wrongPeer(HttpClientRequest ready) {
    if (call.route().peers().equals(Route.PeerRule.ANY)) {
      return Optional.empty();
    }
    try {
      String peer = ready.connection().remoteAddress(true).hostAddress();
      // The text of an address, which needs no look-up.
      return call.route().peers().refusal(InetAddress.getByName(peer));
    } catch (UnknownHostException | RuntimeException e) {
      return Optional.of("The address that " + call.origin() + " leads to cannot be told: " + e);
    }
  }

  private void refuse(NotSent.Why why, String message) {
    discard();
    result.complete(notStarted(why, message));
  }

  private void start(HttpClientRequest ready) {
    timer = vertx.setTimer(Math.max(1, call.timeout().toMillis()), id -> timedOut());
    boolean bodiless = call.body().length == 0 && isReading();
    (bodiless ? ready.send() : ready.send(Buffer.buffer(call.body())))
        .onComplete(this::answering, this::connectionLost);
  }

  private boolean isReading() {
    return call.method().equals("GET") || call.method().equals("HEAD");
  }

  private void answering(HttpClientResponse begun) {
    response = begun;
    begun.handler(this::received);
    begun.exceptionHandler(this::connectionLost);
    begun.endHandler(end -> finish(new Exchange.Answered(answer(begun))));
  }

  private void received(Buffer bytes) {
    if (body.length() + bytes.length() > settings.maxAnswerBytes()) {
      lost(
          Exchange.Lost.How.TOO_LARGE,
          "The answer is larger than " + settings.maxAnswerBytes() + " bytes");
    } else {
      body.appendBuffer(bytes);
    }
  }

  private Answer answer(HttpClientResponse begun) {
    Map<String, List<String>> headers = new HashMap<>();
    for (String name : begun.headers().names()) {
      headers.put(name.toLowerCase(Locale.ROOT), List.copyOf(begun.headers().getAll(name)));
    }
    return Answer.of(begun.statusCode(), headers, body.getBytes(), settings.maxAnswerBytes());
  }

  private void timedOut() {
    lost(
        Exchange.Lost.How.TIMEOUT,
        "No whole answer from %s within %d ms".formatted(call.origin(), call.timeout().toMillis()));
  }

  private void connectionLost(Throwable cause) {
    String when = response == null ? "before an answer" : "in the middle of the answer";
    lost(
        Exchange.Lost.How.CONNECTION_LOST,
        "The connection to %s was lost %s: %s".formatted(call.origin(), when, cause.getMessage()));
  }

  /** The first ending counts: a reset makes Vert.x report a lost connection as well. */
  private void lost(Exchange.Lost.How how, String message) {
    Optional<Integer> status = Optional.ofNullable(response).map(HttpClientResponse::statusCode);
    if (finish(new Exchange.Lost(how, status, message))) {
      discard();
    }
  }

  private boolean finish(Exchange end) {
    vertx.cancelTimer(timer);
    return result.complete(end);
  }

  /** Ends the connection; nothing of this request arrives from now on. */
  private void discard() {
    HttpClientRequest begun = request;
    if (begun != null) {
      cut(begun.connection());
    }
  }

  /**
   * A close by Vert.x writes out what it still holds, and TLS says goodbye, before the socket goes:
   * a large body would arrive long after the timeout. From the first handler of the pipeline a
   * close goes straight to the socket and drops what is pending. This reaches into Vert.x, so
   * {@code WireTest} watches it.
   */
  private static void cut(HttpConnection connection) {
    if (connection instanceof HttpClientConnectionInternal inside) {
      ChannelHandlerContext first = inside.channelHandlerContext().pipeline().firstContext();
      if (first != null) {
        var unused = first.close();
        return;
      }
    }
    connection.close();
  }

  /** Waits for the end, whatever it is. */
  Exchange await() {
    Duration bound = connectTimeout.plus(call.timeout()).plus(SLACK);
    try {
      return result.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return giveUp(Exchange.Lost.How.INTERRUPTED, "The caller was interrupted");
    } catch (TimeoutException e) {
      return giveUp(Exchange.Lost.How.TIMEOUT, "The call did not end within " + bound);
    } catch (ExecutionException e) {
      throw new IllegalStateException("No ending is reported as a failure", e);
    }
  }

  private Exchange giveUp(Exchange.Lost.How how, String message) {
    if (phase.compareAndSet(Phase.CONNECTING, Phase.GIVEN_UP)) {
      return result.getNow(
          notStarted(NotSent.Why.GIVEN_UP, message + " before the first byte was sent"));
    }
    loop.runOnContext(turn -> lost(how, message));
    return result.getNow(new Exchange.Lost(how, Optional.empty(), message));
  }
}
