package io.onefold.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micronaut.web.router.Router;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The document and the router say the same; what is answered is what the document declares. */
class OpenApiTest {
  private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");

  /**
   * Routes that are written more widely than what they serve: an operation ID may have slashes, and
   * health has checks by name.
   */
  private static final Map<String, List<String>> WIDER =
      Map.of(
          "GET /v1/operations/{}",
              List.of("GET /v1/operations/{}", "GET /v1/operations/{}/journal"),
          "POST /v1/operations/{}", List.of("POST /v1/operations/{}/reviews"),
          "GET /health/{}", List.of("GET /health/liveness", "GET /health/readiness"));

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
  void shouldNameExactlyTheRoutesThatAreServed() {
    // when
    Set<String> served = new TreeSet<>();
    rest.context()
        .getBean(Router.class)
        .uriRoutes()
        .filter(route -> METHODS.contains(route.getHttpMethodName().toUpperCase(Locale.ROOT)))
        .flatMap(
            route -> spelled(route.getHttpMethodName(), route.getUriMatchTemplate().toString()))
        .forEach(one -> served.addAll(WIDER.getOrDefault(one, List.of(one))));

    // then
    assertTrue(served.size() > 20, served::toString);
    assertEquals(
        String.join("\n", served), String.join("\n", new TreeSet<>(OpenApiDocument.routes())));
  }

  /** The router's way of writing a path; a part that may be missing makes two of it. */
  private static Stream<String> spelled(String method, String template) {
    String path = template.replaceAll("\\{[?&][^}]*}", "");
    Stream<String> paths =
        path.contains("{/")
            ? Stream.of(path.replaceAll("\\{/[^}]*}", ""), path.replaceAll("\\{/", "/{"))
            : Stream.of(path);
    return paths.map(one -> method + " " + one.replaceAll("\\{[^}]*}", "{}"));
  }

  @Test
  void shouldRefuseAnAnswerWhenTheDocumentDeclaresAnother() {
    // given
    String wrong = "{\"operationId\": 7}";

    // then
    assertThrows(
        AssertionError.class,
        () -> OpenApiDocument.check("GET", "/v1/operations/a", 200, "application/json", wrong));
    assertThrows(
        AssertionError.class,
        () -> OpenApiDocument.check("GET", "/v1/operations/a", 418, "application/json", "{}"));
  }

  @Test
  void shouldServeTheDescriptionOfTheTopics() {
    // when
    var answer = rest.get("/asyncapi.yaml");

    // then
    assertEquals(200, answer.statusCode());
    assertTrue(answer.body().contains("onefold.intents"), answer.body());
  }
}
