package io.onefold.crash;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Watches the requests of one worker to the provider, and holds one at an armed moment. */
final class ProviderTap implements TcpProxy.Tap {
  private record Armed(
      WireMoment moment, CompletableFuture<Boolean> hit, CountDownLatch released) {}

  private volatile Optional<Armed> armed = Optional.empty();

  @Override
  public void chunk(TcpProxy.Flow flow, boolean request, byte[] bytes, int length)
      throws InterruptedException {
    if (request) {
      begin(flow, new String(bytes, 0, Math.min(length, 5), StandardCharsets.ISO_8859_1));
    }
    Optional<Armed> now = armed;
    if (now.isPresent()
        && now.get().moment().is(flow.method(), request)
        && now.get().hit().complete(true)) {
      now.get().released().await();
    }
  }

  private static void begin(TcpProxy.Flow flow, String start) {
    for (String method : new String[] {"POST", "GET"}) {
      if (start.startsWith(method + " ") || start.equals(method)) {
        flow.method(method);
      }
    }
  }

  CompletableFuture<Boolean> arm(WireMoment moment) {
    Armed next = new Armed(moment, new CompletableFuture<>(), new CountDownLatch(1));
    armed = Optional.of(next);
    return next.hit();
  }

  /** Disarms, and passes on what was held. */
  void free() {
    Optional<Armed> was = armed;
    armed = Optional.empty();
    was.ifPresent(
        held -> {
          held.hit().complete(false);
          held.released().countDown();
        });
  }
}
