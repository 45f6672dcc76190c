package io.onefold.connector.simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SimulatedProviderServerTest {
  @Test
  void shouldReadAWriteOnlyAfterTheOneBeforeWhenItTakesOneAtATime() throws Exception {
    // given
    Duration call = Duration.ofMillis(150);
    try (SimulatedProviderServer server = SimulatedProviderServer.start();
        HttpClient http = HttpClient.newHttpClient()) {
      server.takeOneWriteAtATime();
      server.provider().scriptOthers(Script.of(WriteStep.commit(Reply.status(201).after(call))));

      // when
      List<CompletableFuture<HttpResponse<String>>> answers =
          Stream.of("a", "b", "c").map(id -> http.sendAsync(post(server, id), text())).toList();

      // then
      for (CompletableFuture<HttpResponse<String>> answer : answers) {
        assertEquals(201, answer.get(30, TimeUnit.SECONDS).statusCode());
      }
      List<SeenWrite> writes = server.provider().seenWrites();
      assertEquals(3, writes.size());
      for (int i = 1; i < writes.size(); i++) {
        // A timer of the event loop may fire a little early.
        Instant earliest = writes.get(i - 1).at().plus(call).minusMillis(5);
        assertFalse(writes.get(i).at().isBefore(earliest), writes.toString());
      }
    }
  }

  private static HttpRequest post(SimulatedProviderServer server, String id) {
    return HttpRequest.newBuilder(URI.create(server.baseUrl() + "/items"))
        .POST(BodyPublishers.ofString("{\"ref\":\"" + id + "\"}"))
        .build();
  }

  private static HttpResponse.BodyHandler<String> text() {
    return BodyHandlers.ofString();
  }
}
