package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.worker.Worker;
import io.onefold.standalone.worker.WorkerServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The port of a worker, from before its start to after its end. */
@ExtendWith(CaseKafka.Shared.class)
@Tag("instances")
@Execution(ExecutionMode.CONCURRENT)
class WorkerServerIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final CaseKafka kafka;
  private final HttpClient http = HttpClient.newHttpClient();

  WorkerServerIT(CaseKafka kafka) {
    this.kafka = kafka;
  }

  private HttpResponse<String> get(WorkerServer server, String path)
      throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:" + server.port() + path);
    return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
  }

  private int status(WorkerServer server, String path) throws IOException, InterruptedException {
    return get(server, path).statusCode();
  }

  @Test
  void shouldBeReadyWhenTheWorkerHasJoinedItsGroupAndDeadWhenItHasStopped() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "watched", 2);
        WorkerServer server = WorkerServer.start("127.0.0.1", 0)) {
      int aliveEarly = status(server, "/health/liveness");
      int readyEarly = status(server, "/health/readiness");

      // when
      Worker worker = onefold.worker("w1");
      server.show(worker);
      await("ready").atMost(PATIENCE).until(() -> status(server, "/health/readiness") == 200);
      String meters = get(server, "/prometheus").body();
      int alive = status(server, "/health/liveness");
      worker.close();

      // then
      assertEquals(200, aliveEarly);
      assertEquals(503, readyEarly);
      assertEquals(200, alive);
      assertTrue(meters.contains("onefold_worker_partitions{pool=\"default\"} 2.0"), meters);
      assertTrue(meters.contains("jvm_memory_used_bytes"), meters);
      HttpResponse<String> dead = get(server, "/health/liveness");
      assertEquals(503, dead.statusCode());
      assertTrue(dead.body().contains("the worker has stopped"), dead.body());
      assertEquals(404, status(server, "/v1/operations"));
    }
  }
}
