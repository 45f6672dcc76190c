package io.onefold.processor;

import io.micronaut.context.ApplicationContext;

/** What a fixture's server runs in, for tests of other packages. */
public final class RestContext {
  private RestContext() {}

  public static ApplicationContext of(RestFixture rest) {
    return rest.context();
  }
}
