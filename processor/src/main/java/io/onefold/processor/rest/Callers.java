package io.onefold.processor.rest;

import io.micronaut.http.HttpRequest;
import io.onefold.access.Caller;

/** The caller of a request, as {@link Guard} found it. */
final class Callers {
  private static final String ATTRIBUTE = "onefold.caller";

  private Callers() {}

  static void set(HttpRequest<?> request, Caller caller) {
    request.setAttribute(ATTRIBUTE, caller);
  }

  /**
   * Who makes the request.
   *
   * @throws IllegalStateException if nobody has checked that: no route may then go on
   */
  static Caller of(HttpRequest<?> request) {
    return request
        .getAttribute(ATTRIBUTE, Caller.class)
        .orElseThrow(() -> new IllegalStateException("nobody has checked who the caller is"));
  }

  /**
   * Lets callers go on that may have to do with a destination.
   *
   * @throws ProblemException if this one may not
   */
  static void requireCover(HttpRequest<?> request, String destination) {
    if (!of(request).covers(destination)) {
      throw Problem.of(
              ProblemType.FORBIDDEN,
              "destination",
              "this credential is limited to other destinations than '" + destination + "'")
          .exception();
    }
  }
}
