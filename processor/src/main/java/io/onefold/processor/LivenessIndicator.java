package io.onefold.processor;

import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.micronaut.management.health.indicator.annotation.Liveness;
import jakarta.inject.Singleton;
import java.util.Map;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** Alive until the topology has failed: then only a restart helps. */
@Singleton
@Liveness
final class LivenessIndicator implements HealthIndicator {
  private final LedgerStatus status;

  LivenessIndicator(LedgerStatus status) {
    this.status = status;
  }

  @Override
  public Publisher<HealthResult> getResult() {
    return Mono.fromCallable(
        () ->
            status
                .failure()
                .map(
                    failure ->
                        HealthResult.builder("topology", HealthStatus.DOWN)
                            .details(Map.of("failure", failure.toString()))
                            .build())
                .orElseGet(() -> HealthResult.builder("topology", HealthStatus.UP).build()));
  }
}
