package io.onefold.example;

import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.AbstractHealthIndicator;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.AdminClient;

/**
 * UP while the Kafka cluster answers. The indicator that Micronaut brings is switched off in {@code
 * application.properties}: it makes a network client in a way that Kafka 4.4 no longer has.
 */
@Singleton
final class ClusterHealth extends AbstractHealthIndicator<Map<String, Object>> {
  private static final int ANSWER_SECONDS = 5;

  private final AdminClient admin;

  ClusterHealth(AdminClient admin) {
    this.admin = admin;
  }

  @Override
  protected Map<String, Object> getHealthInformation() {
    try {
      int nodes = admin.describeCluster().nodes().get(ANSWER_SECONDS, TimeUnit.SECONDS).size();
      healthStatus = HealthStatus.UP;
      return Map.of("nodes", nodes);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the cluster does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the cluster was asked", e);
    }
  }

  @Override
  protected String getName() {
    return "kafka-cluster";
  }
}
