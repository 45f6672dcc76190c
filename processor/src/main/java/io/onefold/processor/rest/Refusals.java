package io.onefold.processor.rest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Context;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Counts requests that were refused before they came to a route. Each reason stands from the start,
 * with 0: a rate over a counter that appears with its first refusal would miss just that one.
 */
@Context
final class Refusals {
  /** Why a request was refused. */
  enum Why {
    /** It had no credential, or none that proves who calls. */
    UNPROVEN,
    /** The keys to check its credential with could not be had. */
    KEYS,
    /** Its caller lacks the role. */
    ROLE,
    /** Its caller has too many requests at once or in a while. */
    LIMIT
  }

  private final Map<Why, Counter> counters = new EnumMap<>(Why.class);

  Refusals(MeterRegistry meters) {
    for (Why why : Why.values()) {
      counters.put(
          why,
          Counter.builder("onefold.ledger.rest.refused")
              .description("Requests that were refused before they came to a route")
              .tag("why", why.name().toLowerCase(Locale.ROOT))
              .register(meters));
    }
  }

  void count(Why why) {
    Objects.requireNonNull(counters.get(why)).increment();
  }
}
