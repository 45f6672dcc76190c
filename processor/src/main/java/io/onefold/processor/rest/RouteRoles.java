package io.onefold.processor.rest;

import static io.onefold.access.Role.ADMINISTER;
import static io.onefold.access.Role.READ;
import static io.onefold.access.Role.REVIEW;
import static io.onefold.access.Role.SUBMIT;

import io.onefold.access.Role;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which role each route needs. A route that is not here is closed. */
final class RouteRoles {
  /**
   * What a route needs.
   *
   * @param roles any of them will do; empty: the route is open to everybody
   */
  record Need(Set<Role> roles) {
    boolean isPublic() {
      return roles.isEmpty();
    }
  }

  private static final Need PUBLIC = new Need(Set.of());

  /** Method and template of each route. */
  static final Map<String, Need> TABLE =
      Map.ofEntries(
          route("POST /v1/intents", SUBMIT),
          route("GET /v1/operations", READ),
          route("GET /v1/operations/{rest:.+}", READ),
          // Of what stands below an operation, only its reviews take a POST.
          route("POST /v1/operations/{rest:.+}", REVIEW),
          route("GET /v1/receipts", READ),
          route("GET /v1/receipts/{rest:.+}", READ),
          route("GET /v1/escalations", READ),
          route("GET /v1/destinations", READ),
          route("GET /v1/destinations/{name}", READ),
          route("GET /v1/destinations/{name}/journal", READ),
          // Asked of the other instances on behalf of who resumes a destination.
          route("GET /v1/destinations/{name}/held", READ, ADMINISTER),
          route("POST /v1/destinations/{name}/suspend", ADMINISTER),
          route("POST /v1/destinations/{name}/resume", ADMINISTER),
          route("GET /v1/erasures/{rest:.+}", READ),
          route("POST /v1/erasures", ADMINISTER),
          // Answers 501 to all; a connector that takes notices will have to check them itself.
          route("POST /v1/webhooks/{destination}", SUBMIT),
          // Whoever is shown a receipt must be able to check it without an account here.
          Map.entry("GET /v1/keys", PUBLIC),
          Map.entry("GET /asyncapi.yaml", PUBLIC),
          Map.entry("GET /openapi.yaml", PUBLIC),
          Map.entry("GET /health", PUBLIC),
          Map.entry("GET /health/{selector}", PUBLIC),
          Map.entry("GET /prometheus", PUBLIC));

  /** All routes below look up what is built in, and change nothing, whatever their method. */
  static final String SCHEMAS = "/schema-registry";

  private static final Need OF_SCHEMAS = new Need(Set.of(READ, SUBMIT));

  private RouteRoles() {}

  private static Map.Entry<String, Need> route(String route, Role... roles) {
    return Map.entry(route, new Need(Set.of(roles)));
  }

  /**
   * What a route needs; empty if it is not declared.
   *
   * @param method as the request has it; HEAD is as GET
   * @param template as the router has it
   */
  static Optional<Need> of(String method, String template) {
    if (template.equals(SCHEMAS) || template.startsWith(SCHEMAS + "/")) {
      return Optional.of(OF_SCHEMAS);
    }
    return Optional.ofNullable(
        TABLE.get((method.equals("HEAD") ? "GET" : method) + " " + template));
  }
}
