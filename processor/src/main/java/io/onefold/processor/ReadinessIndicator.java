package io.onefold.processor;

import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.micronaut.management.health.indicator.annotation.Readiness;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Ready: the topology decides, and the brokers can be reached. */
@Singleton
@Readiness
final class ReadinessIndicator implements HealthIndicator {
  private final LedgerStatus status;
  private final ExecutorService executor;

  ReadinessIndicator(LedgerStatus status, @Named(TaskExecutors.BLOCKING) ExecutorService executor) {
    this.status = status;
    this.executor = executor;
  }

  @Override
  public Publisher<HealthResult> getResult() {
    return Mono.fromCallable(this::result).subscribeOn(Schedulers.fromExecutor(executor));
  }

  private HealthResult result() {
    Optional<String> broker = status.brokerProblem();
    boolean up = status.isRunning() && broker.isEmpty();
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("topology", status.state());
    details.put("brokers", broker.orElse("reachable"));
    return HealthResult.builder("ledger", up ? HealthStatus.UP : HealthStatus.DOWN)
        .details(details)
        .build();
  }
}
