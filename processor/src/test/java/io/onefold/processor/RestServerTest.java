package io.onefold.processor;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.micronaut.web.router.Router;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

class RestServerTest {
  private RestFixture rest;

  @BeforeEach
  void start() {
    rest = new RestFixture();
  }

  @AfterEach
  void stop() {
    rest.close();
  }

  @Test
  void shouldServeEveryRouteWhenItIsDescribed() {
    // given
    Map<String, Map<String, Object>> paths = paths();

    // then
    assertFalse(paths.isEmpty());
    paths.forEach(
        (path, methods) ->
            methods.keySet().stream()
                .filter(method -> Set.of("get", "post", "put", "delete").contains(method))
                .forEach(method -> assertServed(method.toUpperCase(Locale.ROOT), path)));
  }

  private void assertServed(String method, String path) {
    String address =
        path.replace("{operationId}", "some%2Foperation")
            .replace("{destination}", "blog")
            .replace("{name}", "blog")
            .replaceAll("\\{[^}]*}", "1");
    HttpResponse<String> answer =
        rest.send(rest.request(address).method(method, BodyPublishers.ofString("{}")).build());
    assertFalse(
        answer.statusCode() == 405 || answer.body().contains("Page Not Found"),
        method + " " + path + " answers " + answer.statusCode() + " " + answer.body());
  }

  @Test
  void shouldDescribeEveryRouteWhenItIsServed() {
    // given
    Set<String> described = paths().keySet();

    // when
    Set<String> served =
        rest.context()
            .getBean(Router.class)
            .uriRoutes()
            .map(route -> route.getUriMatchTemplate().toPathString())
            .map(path -> path.replaceAll("\\{.*", ""))
            .collect(Collectors.toSet());

    // then
    assertTrue(served.size() > 5, served.toString());
    for (String path : served) {
      assertTrue(
          path.startsWith("/schema-registry")
              || described.stream().anyMatch(one -> one.startsWith(path)),
          path + " is not in openapi.yaml");
    }
  }

  private Map<String, Map<String, Object>> paths() {
    HttpResponse<String> answer = rest.get("/openapi.yaml");
    assertEquals(200, answer.statusCode());
    Map<String, Object> description = new Yaml().load(answer.body());
    @SuppressWarnings("unchecked")
    Map<String, Map<String, Object>> paths =
        (Map<String, Map<String, Object>>) description.get("paths");
    return paths;
  }

  @Test
  void shouldBeReadyAndAliveWhileTheTopologyRuns() {
    // then
    assertEquals(200, rest.get("/health").statusCode());
    assertEquals(200, rest.get("/health/readiness").statusCode());
    assertEquals(200, rest.get("/health/liveness").statusCode());
  }

  @Test
  void shouldBeNeitherWhenTheTopologyHasFailed() {
    // given
    rest.status.fail(new IllegalStateException("disk full"));

    // when
    HttpResponse<String> ready = rest.get("/health/readiness");
    HttpResponse<String> alive = rest.get("/health/liveness");

    // then
    assertEquals(503, ready.statusCode());
    assertEquals(503, alive.statusCode());
    assertTrue(alive.body().contains("disk full"), alive.body());
  }

  @Test
  void shouldCountInputsWhenMetricsAreRead() {
    // when
    HttpResponse<String> answer = rest.get("/prometheus");

    // then
    assertEquals(200, answer.statusCode());
    assertTrue(
        answer.body().contains("onefold_ledger_inputs_total{kind=\"IntentSubmitted\"} 7.0"),
        answer.body());
    assertTrue(answer.body().contains("onefold_ledger_running 1.0"), answer.body());
  }

  @Test
  void shouldAnswerWithAProblemDocumentWhenThereIsNoSuchRoute() {
    // when
    HttpResponse<String> answer = rest.get("/v2/anything");

    // then
    assertEquals(404, answer.statusCode());
    assertEquals(
        "application/problem+json", answer.headers().firstValue("Content-Type").orElse(""));
    assertEquals(
        "urn:onefold:problem:not-found", Fixtures.parse(answer.body()).path("type").asText());
  }

  @Test
  void shouldShowSchemasWhenAskedLikeARegistry() {
    // when
    String intents = "/schema-registry/subjects/onefold.intents-value";
    JsonNode latest = Fixtures.parse(rest.get(intents + "/versions/latest").body());
    JsonNode byId =
        Fixtures.parse(rest.get("/schema-registry/schemas/ids/" + latest.path("id")).body());
    String posted = "{\"schema\":" + byId.path("schema") + "}";
    HttpResponse<String> found = rest.post(intents, posted);
    HttpResponse<String> other =
        rest.post(intents + "/versions", "{\"schema\":\"\\\"string\\\"\"}");
    HttpResponse<String> nobody = rest.get("/schema-registry/subjects/none-value/versions");
    HttpResponse<String> broken = rest.post(intents, "{");

    // then
    assertTrue(byId.path("schema").asText().contains("operationId"));
    assertEquals(latest.path("id"), Fixtures.parse(found.body()).path("id"), found.body());
    assertEquals(409, other.statusCode(), other.body());
    assertEquals(404, nobody.statusCode());
    assertEquals(40401, Fixtures.parse(nobody.body()).path("error_code").asInt());
    assertEquals(42201, Fixtures.parse(broken.body()).path("error_code").asInt(), broken.body());
  }

  @Test
  void shouldAnswerWhatNewerClientsAskWhenTheyAskLikeARegistry() {
    // given
    String subject = "/subjects/onefold.intents-value";
    JsonNode latest =
        Fixtures.parse(rest.get("/schema-registry" + subject + "/versions/latest").body());
    String id = "/schema-registry/schemas/ids/" + latest.path("id");
    String posted = "{\"schemaType\":\"AVRO\",\"schema\":%s}".formatted(latest.path("schema"));

    // when
    HttpResponse<String> byBoth = rest.get(id + "?subject=onefold.intents-value&format=");
    HttpResponse<String> found =
        rest.post("/schema-registry" + subject + "?normalize=false&deleted=true", posted);
    HttpResponse<String> registered =
        rest.post("/schema-registry" + subject + "/versions?normalize=false", posted);
    HttpResponse<String> associations =
        rest.get(
            "/schema-registry/associations/resources/-/onefold.intents?resourceType=topic&limit=-1");
    HttpResponse<String> guid = rest.get("/schema-registry/schemas/guids/0-0");
    HttpResponse<String> compatible =
        rest.post("/schema-registry/compatibility" + subject + "/versions/latest", posted);

    // then
    assertEquals(latest.path("schema"), Fixtures.parse(byBoth.body()).path("schema"));
    assertEquals(latest.path("version"), Fixtures.parse(found.body()).path("version"));
    assertEquals(latest.path("id"), Fixtures.parse(registered.body()).path("id"));
    assertEquals("[]", associations.body());
    assertEquals(40403, Fixtures.parse(guid.body()).path("error_code").asInt());
    assertTrue(Fixtures.parse(compatible.body()).path("is_compatible").asBoolean());
    assertEquals(latest.path("schema").asText(), rest.get(id + "/schema").body());
    assertEquals("[\"onefold.intents-value\"]", rest.get(id + "/subjects").body());
  }

  @Test
  void shouldNotTakeANoticeThatNobodyChecks() {
    // then
    assertEquals(501, rest.post("/v1/webhooks/blog", "{}").statusCode());
    assertEquals(404, rest.post("/v1/webhooks/nowhere", "{}").statusCode());
  }

  @Test
  void shouldRunTwiceInOneProcess() {
    // given
    try (RestFixture second = new RestFixture()) {
      // when
      second.submit(Fixtures.approved("there"));

      // then
      assertEquals(404, rest.get("/v1/operations/there").statusCode());
      assertEquals(200, second.get("/v1/operations/there").statusCode());
    }
  }

  @Test
  void shouldAnswerWhoIsBeingServedWhenItEnds() throws Exception {
    // given
    rest.submit(Fixtures.approved("asked"));
    CyclicBarrier held = rest.ledger.holdReads();
    CompletableFuture<HttpResponse<String>> answer =
        CompletableFuture.supplyAsync(() -> rest.get("/v1/operations/asked"));
    held.await(60, TimeUnit.SECONDS);

    // when
    CompletableFuture<Void> end = CompletableFuture.runAsync(rest::stop);
    await("nobody is let in").atMost(Duration.ofMinutes(1)).until(() -> !rest.listens());
    held.await(60, TimeUnit.SECONDS);

    // then
    assertEquals(200, answer.get(60, TimeUnit.SECONDS).statusCode());
    end.get(60, TimeUnit.SECONDS);
  }
}
