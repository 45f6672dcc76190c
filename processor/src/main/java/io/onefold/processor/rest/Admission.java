package io.onefold.processor.rest;

import io.micronaut.http.HttpRequest;
import io.onefold.access.Access;
import io.onefold.access.Caller;
import io.onefold.access.RateLimiter;
import io.onefold.access.RestLimits;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;

/** Bounds what is under way at once, and what each caller asks for in a second. Thread-safe. */
@Singleton
final class Admission {
  private static final Duration SOON = Duration.ofSeconds(1);

  private final Access access;
  private final RateLimiter rate = new RateLimiter(System::nanoTime);
  private final AtomicInteger concurrent = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger streams = new AtomicInteger();
  private final ConcurrentMap<String, Integer> perCaller = new ConcurrentHashMap<>();

  Admission(Access access) {
    this.access = access;
  }

  /** A place that is taken until it is closed; closing it again does nothing. */
  interface Place extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Takes a place for a request.
   *
   * @throws ProblemException if the caller must wait
   */
  Place enter(Caller caller) {
    RestLimits limits = access.limits();
    Duration wait = rate.take(caller, limits);
    if (!wait.isZero()) {
      throw Problem.of(
              ProblemType.TOO_MANY_REQUESTS,
              "allowed are %d requests a second"
                  .formatted(limits.perSecond().orElse(Integer.MAX_VALUE)))
          .retryAfter(wait)
          .exception();
    }
    Place all =
        take(
            concurrent,
            limits.concurrent(),
            ProblemType.UNAVAILABLE,
            "this instance has as many requests under way as it takes, %d");
    String name = caller.name().orElse("");
    int own = perCaller.merge(name, 1, Integer::sum);
    Place both =
        once(
            () -> {
              perCaller.computeIfPresent(name, (key, count) -> count == 1 ? null : count - 1);
              all.close();
            });
    if (own > limits.perCaller()) {
      both.close();
      throw tooMany("allowed are %d requests under way at once", limits.perCaller());
    }
    return both;
  }

  /**
   * Takes a place for a request that waits for the end of an operation.
   *
   * @throws ProblemException if there is none
   */
  Place waiting() {
    return take(
        waiting,
        RestLimits::waiting,
        "allowed are %d requests with `wait` at once; ask again without it");
  }

  /**
   * Takes a place for an answer of many lines.
   *
   * @throws ProblemException if there is none
   */
  Place stream() {
    return take(streams, RestLimits::streams, "allowed are %d batches and followers at once");
  }

  /** Waits until the caller may go on with the next line of a batch. */
  void paceLine(HttpRequest<?> request) {
    try {
      rate.await(Callers.of(request), access.limits());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted between two lines", e);
    }
  }

  private Place take(AtomicInteger taken, ToIntFunction<RestLimits> most, String message) {
    return take(taken, most.applyAsInt(access.limits()), ProblemType.TOO_MANY_REQUESTS, message);
  }

  private static Place take(AtomicInteger taken, int most, ProblemType type, String message) {
    if (taken.incrementAndGet() > most) {
      taken.decrementAndGet();
      throw type == ProblemType.TOO_MANY_REQUESTS
          ? tooMany(message, most)
          : Problem.of(type, message.formatted(most) + "; try again shortly").exception();
    }
    return once(taken::decrementAndGet);
  }

  private static ProblemException tooMany(String message, int most) {
    return Problem.of(ProblemType.TOO_MANY_REQUESTS, message.formatted(most))
        .retryAfter(SOON)
        .exception();
  }

  private static Place once(Runnable release) {
    AtomicBoolean released = new AtomicBoolean();
    return () -> {
      if (released.compareAndSet(false, true)) {
        release.run();
      }
    };
  }
}
