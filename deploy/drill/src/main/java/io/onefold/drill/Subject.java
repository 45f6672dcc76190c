package io.onefold.drill;

import io.onefold.destination.Destination;
import io.onefold.destination.Destinations;
import io.onefold.destination.HttpContract;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The contract that is tested.
 *
 * @param file that it stands in
 * @param sample what its operations are made of
 * @param rejected a payload that the destination must refuse
 */
record Subject(Path file, Destination destination, Sample sample, Optional<Sample> rejected) {
  private static final Set<String> LIVE = Set.of("production", "prod", "live");

  /** The contracts of ledgers and workers: this one alone. */
  Destinations alone() {
    return new Destinations(Map.of(destination.name(), destination), List.of());
  }

  HttpContract http() {
    return destination.http();
  }

  boolean isProduction() {
    return LIVE.contains(destination.environment().toLowerCase(Locale.ROOT));
  }

  /** True if the destination can be asked for an operation whose answer was lost. */
  boolean canSearch() {
    return http().readback().stream()
        .anyMatch(
            entry ->
                switch (entry.by()) {
                  case REFERENCE, LIST -> true;
                  case ID -> !entry.url().variables().contains("providerId");
                  case PUBLIC_URL -> false;
                });
  }

  /** True if an operation may be sent again by itself once absence is proved. */
  boolean repeats() {
    return canSearch() && destination.absence().proof();
  }

  boolean claimsKey() {
    return http().idempotency().map(HttpContract.Idempotency::protects).orElse(false);
  }

  Duration settle() {
    return destination.settle();
  }

  Duration lease() {
    return destination.lease();
  }

  Duration sendTimeout() {
    return destination.effectiveSendTimeout();
  }

  /** From a lost attempt to the end of the next one: settle, readbacks, backoff, call. */
  Duration recovery() {
    return settle()
        .plus(destination.readbacks().initial())
        .plus(destination.attempts().initial())
        .plusSeconds(5);
  }
}
