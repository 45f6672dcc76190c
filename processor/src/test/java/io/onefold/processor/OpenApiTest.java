package io.onefold.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.micronaut.web.router.Router;
import io.onefold.codec.SuspensionEscalation;
import io.onefold.schema.DestinationRef;
import io.onefold.suspension.DestinationControl;
import io.onefold.suspension.Phase;
import io.onefold.suspension.Suspension;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  void shouldRefuseAsDeclaredWhenABodyIsTooLarge() {
    // given
    String large = "x".repeat(8 << 20);
    List<String> posts =
        OpenApiDocument.routes().stream()
            .filter(route -> route.startsWith("POST ") && !route.contains("/webhooks/"))
            .map(route -> route.substring("POST ".length()).replace("{}", "blog"))
            .toList();

    // when
    List<Integer> statuses =
        posts.stream()
            .map(path -> rest.post(path, large, "Content-Type", "application/json").statusCode())
            .toList();

    // then
    assertTrue(posts.size() > 7, posts::toString);
    assertEquals(Collections.nCopies(posts.size(), 413), statuses, posts::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "400,schemas/ids/x",
    "400,schemas/ids/x/schema",
    "400,schemas/ids/x/subjects",
    "400,schemas/ids/x/versions",
    "422,subjects/onefold.intents-value/versions/x",
    "422,subjects/onefold.intents-value/versions/x/schema",
  })
  void shouldRefuseAsDeclaredWhenANumberIsNone(int status, String path) {
    assertEquals(status, rest.get("/schema-registry/" + path).statusCode());
  }

  @Test
  void shouldShowTheEscalationOfADestinationAsDeclared() {
    // given
    Suspension why =
        new Suspension(
            Suspension.Why.BY_HAND,
            "new password",
            Optional.of("jo"),
            Optional.empty(),
            Instant.EPOCH,
            1,
            Optional.empty());
    DestinationControl control =
        new DestinationControl("blog", 1, 1, new Phase.Suspended(why), Map.of());
    DestinationRef blog = new DestinationRef("blog", "http", "a", "p");
    rest.topics.publish(SuspensionEscalation.open(control, why, blog));

    // when
    JsonNode shown = Fixtures.parse(rest.get("/v1/escalations").body()).path("items").path(0);

    // then
    assertEquals("destination blog", shown.path("operationId").asText());
    assertEquals("SUSPENDED", shown.path("state").asText());
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
