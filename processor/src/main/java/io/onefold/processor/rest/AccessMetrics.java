package io.onefold.processor.rest;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.onefold.access.Access;
import jakarta.inject.Singleton;

/** Whether the access file that lies there is the one that counts. */
@Singleton
final class AccessMetrics implements MeterBinder {
  private final Access access;

  AccessMetrics(Access access) {
    this.access = access;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("onefold.ledger.access.file.valid", access, a -> a.isValid() ? 1 : 0)
        .description("0 while the newest access file is broken and an older one counts")
        .register(registry);
  }
}
