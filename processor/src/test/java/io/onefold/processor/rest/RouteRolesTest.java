package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micronaut.context.ApplicationContext;
import io.micronaut.web.router.Router;
import io.onefold.processor.RestContext;
import io.onefold.processor.RestFixture;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

class RouteRolesTest {
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
  void shouldDeclareExactlyTheRoutesThatAreServed() {
    // given
    ApplicationContext context = RestContext.of(rest);

    // when
    Set<String> served =
        context
            .getBean(Router.class)
            .uriRoutes()
            .filter(route -> !route.getHttpMethodName().equals("HEAD"))
            .map(
                route ->
                    route.getHttpMethodName() + " " + route.getUriMatchTemplate().toPathString())
            .filter(route -> !route.contains(" " + RouteRoles.SCHEMAS))
            .collect(Collectors.toCollection(TreeSet::new));

    // then
    assertEquals(new TreeSet<>(RouteRoles.TABLE.keySet()), served);
  }

  @Test
  void shouldOpenToEverybodyOnlyWhatMachinesLookAt() {
    // when
    List<String> open =
        RouteRoles.TABLE.entrySet().stream()
            .filter(entry -> entry.getValue().isPublic())
            .map(Map.Entry::getKey)
            .sorted(Comparator.naturalOrder())
            .toList();

    // then
    assertEquals(
        List.of(
            "GET /asyncapi.yaml",
            "GET /health",
            "GET /health/{selector}",
            "GET /openapi.yaml",
            "GET /prometheus",
            "GET /v1/keys"),
        open);
  }

  @Test
  @SuppressWarnings("unchecked") // a YAML document is maps and lists
  void shouldDescribeTheRoleAndTheRefusalsOfEachRoute() {
    // given
    Map<String, Map<String, Object>> paths =
        (Map<String, Map<String, Object>>)
            ((Map<String, Object>)
                    new Yaml().load(OpenApiController.text(OpenApiController.RESOURCE)))
                .get("paths");

    // then
    assertTrue(paths.size() > 10);
    paths.forEach(
        (path, methods) ->
            methods.forEach(
                (method, described) -> {
                  String route = method.toUpperCase(java.util.Locale.ROOT) + " " + path;
                  Map<String, Object> operation = (Map<String, Object>) described;
                  assertEquals(needed(route), described(operation), route);
                  Set<String> answers =
                      new TreeMap<>((Map<String, Object>) operation.get("responses")).keySet();
                  assertEquals(
                      !needed(route).isEmpty(),
                      answers.containsAll(Set.of("401", "403", "429")),
                      route + " answers " + answers);
                }));
  }

  @SuppressWarnings("unchecked") // as above
  private static Set<String> described(Map<String, Object> operation) {
    List<Map<String, List<String>>> security =
        (List<Map<String, List<String>>>) operation.get("security");
    return security == null
        ? Set.of("security is missing")
        : security.stream()
            .flatMap(one -> one.values().stream())
            .flatMap(List::stream)
            .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> needed(String route) {
    String template =
        route.replaceAll("/(operations|receipts|erasures)/\\{operationId}.*", "/$1/{rest:.+}");
    if (route.contains(" " + RouteRoles.SCHEMAS)) {
      return Set.of("read", "submit");
    }
    RouteRoles.Need need = RouteRoles.TABLE.get(template);
    if (need == null) {
      need = RouteRoles.TABLE.get(route.replaceAll("/health/.*", "/health/{selector}"));
    }
    assertTrue(need != null, route + " has no role");
    return need == null
        ? Set.of()
        : need.roles().stream()
            .map(role -> role.word())
            .collect(Collectors.toCollection(TreeSet::new));
  }
}
