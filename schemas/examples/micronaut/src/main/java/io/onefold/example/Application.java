package io.onefold.example;

import io.micronaut.runtime.Micronaut;

/** Starts the service; {@code application.properties} has the settings. */
public final class Application {
  private Application() {}

  public static void main(String[] args) {
    Micronaut.run(Application.class, args);
  }
}
