package io.onefold.crash;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Asks processes whether they are ready, as a load balancer does. */
final class Readiness {
  private static final Duration ANSWER = Duration.ofSeconds(2);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration READY_WITHIN = Duration.ofMinutes(4);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(ANSWER).build();

  /**
   * Waits until a process says that it is ready.
   *
   * @return false if it ended, or was not within four minutes
   */
  boolean await(URI address, BooleanSupplier alive) throws InterruptedException {
    long until = System.nanoTime() + READY_WITHIN.toNanos();
    while (alive.getAsBoolean() && System.nanoTime() < until) {
      if (isReady(address)) {
        return true;
      }
      Thread.sleep(LOOK_EVERY);
    }
    return false;
  }

  private boolean isReady(URI address) throws InterruptedException {
    try {
      return http.send(
                  HttpRequest.newBuilder(address.resolve("/health/readiness"))
                      .timeout(ANSWER)
                      .build(),
                  HttpResponse.BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException e) {
      return false;
    }
  }
}
