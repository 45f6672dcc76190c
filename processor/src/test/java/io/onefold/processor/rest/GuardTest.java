package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.access.Credentials;
import io.onefold.access.Role;
import io.onefold.processor.Fixtures;
import io.onefold.processor.RestFixture;
import io.onefold.processor.store.Peers;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardTest {
  private static final String REVIEW =
      "{\"action\":\"CONFIRM_DONE\",\"reason\":\"seen\",\"sequence\":1%s}";

  @TempDir private Path folder;

  private RestFixture rest;

  @BeforeEach
  void start() {
    StringBuilder text = new StringBuilder("tokens:\n");
    for (Role role : Role.values()) {
      text.append(Credentials.entry(role.word(), role.word()));
    }
    text.append(Credentials.entry("wikis", "submit, read", "destinations: [wiki]"));
    text.append(Credentials.entry("ann", "read, review"));
    rest =
        new RestFixture(
            Credentials.access(Credentials.write(folder, "access.yaml", text.toString())));
  }

  @AfterEach
  void stop() {
    rest.close();
  }

  private static String[] as(String name, String... more) {
    String[] headers = java.util.Arrays.copyOf(more, more.length + 2);
    headers[more.length] = "Authorization";
    headers[more.length + 1] = Credentials.bearer(name);
    return headers;
  }

  private HttpResponse<String> call(String route, String... headers) {
    String method = route.substring(0, route.indexOf(' '));
    String path =
        route
            .substring(route.indexOf(' ') + 1)
            .replace("{rest:.+}", method.equals("POST") ? "some/reviews" : "some")
            .replace("{/subject}", "")
            .replace("{id}", "1")
            .replace("{selector}", "liveness")
            .replaceAll("\\{[a-z]+}", "blog");
    var body = method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString("{}");
    return rest.send(rest.request(path, headers).method(method, body).build());
  }

  private static JsonNode problem(HttpResponse<String> answer) {
    assertEquals(
        Optional.of("application/problem+json"), answer.headers().firstValue("Content-Type"));
    return Fixtures.parse(answer.body());
  }

  @Test
  void shouldOpenEachRouteToItsRolesAndToNoOther() {
    RouteRoles.TABLE.forEach(
        (route, need) -> {
          if (need.isPublic()) {
            assertEquals(200, call(route).statusCode(), route);
            return;
          }
          // when
          HttpResponse<String> nobody = call(route);
          HttpResponse<String> guess = call(route, "Authorization", "Bearer " + "g".repeat(40));

          // then
          assertEquals(401, nobody.statusCode(), route);
          assertEquals(
              Optional.of("Bearer realm=\"onefold\""),
              nobody.headers().firstValue("WWW-Authenticate"));
          assertEquals(401, guess.statusCode(), route);
          assertTrue(
              guess.headers().firstValue("WWW-Authenticate").orElse("").contains("invalid_token"));
          assertEquals(
              "urn:onefold:problem:unauthenticated", problem(nobody).path("type").asText());
          for (Role role : Role.values()) {
            HttpResponse<String> answer = call(route, as(role.word()));
            boolean allowed = need.roles().contains(role);
            assertFalse(answer.statusCode() == 401, route + " as " + role);
            assertEquals(!allowed, answer.statusCode() == 403, route + " as " + role);
            if (!allowed) {
              String told = problem(answer).path("detail").asText();
              assertEquals(
                  "this needs the role "
                      + String.join(
                          " or ", need.roles().stream().sorted().map(Role::word).toList()),
                  told);
            }
          }
        });
  }

  @Test
  void shouldShowSchemasToReadersAndSubmitters() {
    // given
    String basic =
        "Basic "
            + Base64.getEncoder()
                .encodeToString(
                    ("submit:" + Credentials.token("submit")).getBytes(StandardCharsets.UTF_8));
    String path = "/schema-registry/subjects";

    // then
    assertEquals(401, rest.get(path).statusCode());
    assertEquals(401, rest.post(path + "/any/versions", "{}").statusCode());
    assertEquals(403, rest.get(path, as("review")).statusCode());
    assertEquals(200, rest.get(path, as("read")).statusCode());
    assertEquals(200, rest.get(path, "Authorization", basic).statusCode());
  }

  @Test
  void shouldTellStrangersNothingWhenThereIsNoSuchRoute() {
    // then
    assertEquals(401, rest.get("/v2/anything").statusCode());
    assertEquals(404, rest.get("/v2/anything", as("read")).statusCode());
    assertEquals(401, call("DELETE /v1/operations").statusCode());
  }

  @Test
  void shouldLiftNoCheckWhenACallSaysThatItWasForwarded() {
    // when
    HttpResponse<String> stranger = rest.get("/v1/operations", Peers.FORWARDED, "1");
    HttpResponse<String> reader =
        rest.post("/v1/destinations/blog/suspend", "{}", as("read", Peers.FORWARDED, "1"));

    // then
    assertEquals(401, stranger.statusCode());
    assertEquals(403, reader.statusCode());
  }

  @Test
  void shouldRefuseALargeBodyOfAStrangerAndStayUsable() {
    // when
    HttpResponse<String> answer = rest.post("/v1/intents", "x".repeat(2_000_000));

    // then
    assertEquals(401, answer.statusCode());
    assertEquals(200, rest.get("/v1/operations", as("read")).statusCode());
  }

  @Test
  void shouldWriteTheProvenNameIntoReviewAndReceipt() {
    // given
    rest.post("/v1/intents", Fixtures.intent("held").toString(), as("submit", json()));

    // when
    HttpResponse<String> answer =
        rest.post("/v1/operations/held/reviews", REVIEW.formatted(""), as("review"));

    // then
    assertEquals(202, answer.statusCode(), answer.body());
    JsonNode receipt = Fixtures.parse(rest.get("/v1/receipts/held", as("read")).body());
    assertEquals("review", receipt.path("reviewer").asText());
  }

  @Test
  void shouldRefuseAReviewInAnothersName() {
    // given
    rest.post("/v1/intents", Fixtures.intent("held").toString(), as("submit", json()));
    String path = "/v1/operations/held/reviews";

    // when
    HttpResponse<String> byHeader =
        rest.post(path, REVIEW.formatted(""), as("ann", Reviewer.HEADER, "bob"));
    HttpResponse<String> byBody =
        rest.post(path, REVIEW.formatted(",\"reviewer\":\"bob\""), as("ann"));
    HttpResponse<String> suspension =
        rest.post(
            "/v1/destinations/blog/suspend",
            "{\"reason\":\"r\",\"reviewer\":\"bob\"}",
            as("administer"));
    HttpResponse<String> own =
        rest.post(
            path, REVIEW.formatted(",\"reviewer\":\"ann\""), as("ann", Reviewer.HEADER, "ann"));

    // then
    assertEquals(403, byHeader.statusCode());
    assertEquals(403, byBody.statusCode());
    assertEquals(403, suspension.statusCode());
    assertTrue(
        problem(byBody)
            .path("detail")
            .asText()
            .contains("reviewer names 'bob', but the credential proves 'ann'"));
    assertEquals(202, own.statusCode(), own.body());
    JsonNode receipt = Fixtures.parse(rest.get("/v1/receipts/held", as("read")).body());
    assertEquals("ann", receipt.path("reviewer").asText());
  }

  @Test
  void shouldShowAndTakeOnlyDestinationsThatATokenIsLimitedTo() {
    // given
    rest.post("/v1/intents", Fixtures.intent("of-blog").toString(), as("submit", json()));
    String page = Fixtures.intent("of-wiki").put("destination", "wiki").toString();

    // when
    HttpResponse<String> own = rest.post("/v1/intents", page, as("wikis", json()));
    HttpResponse<String> foreign =
        rest.post("/v1/intents", Fixtures.intent("other").toString(), as("wikis", json()));
    HttpResponse<String> lines =
        rest.post(
            "/v1/intents",
            Fixtures.intent("line") + "\n",
            as("wikis", "Content-Type", "application/x-ndjson"));

    // then
    assertEquals(202, own.statusCode(), own.body());
    assertEquals(403, foreign.statusCode());
    assertEquals("refused", Fixtures.parse(lines.body()).path("disposition").asText());
    assertEquals(200, rest.get("/v1/operations/of-wiki", as("wikis")).statusCode());
    assertEquals(404, rest.get("/v1/operations/of-blog", as("wikis")).statusCode());
    assertEquals(404, rest.get("/v1/operations/of-blog/journal", as("wikis")).statusCode());
    assertEquals(404, rest.get("/v1/receipts/of-blog", as("wikis")).statusCode());
    assertEquals(403, rest.get("/v1/destinations/blog", as("wikis")).statusCode());
    assertEquals(200, rest.get("/v1/destinations/wiki", as("wikis")).statusCode());
    assertEquals(Set.of("of-wiki"), ids("/v1/operations", "operationId", "wikis"));
    assertEquals(Set.of("of-wiki", "of-blog"), ids("/v1/operations", "operationId", "read"));
    assertEquals(Set.of("wiki"), ids("/v1/destinations", "name", "wikis"));
  }

  private Set<String> ids(String path, String field, String name) {
    JsonNode items = Fixtures.parse(rest.get(path, as(name)).body()).path("items");
    return Set.copyOf(items.findValuesAsText(field).stream().filter(i -> !i.isEmpty()).toList());
  }

  private static String[] json() {
    return new String[] {"Content-Type", "application/json"};
  }

  @Test
  void shouldCarryTheCallersCredentialWhenAnotherInstanceIsAsked() {
    // given
    Path file = folder.resolve("access.yaml");
    try (RestFixture there = new RestFixture(Credentials.access(file));
        RestFixture closed = new RestFixture(Credentials.access(onlyOthers()))) {
      there.post("/v1/intents", Fixtures.intent("far").toString(), as("submit", json()));
      rest.ledger.holdElsewhere(
          new io.onefold.processor.store.OperationStore.Place.There(there.base()));

      // when
      HttpResponse<String> read = rest.get("/v1/operations/far", as("read"));
      HttpResponse<String> review =
          rest.post("/v1/operations/far/reviews", REVIEW.formatted(""), as("review"));
      rest.ledger.holdElsewhere(
          new io.onefold.processor.store.OperationStore.Place.There(closed.base()));
      HttpResponse<String> refused = rest.get("/v1/operations/far", as("read"));

      // then
      assertEquals(200, read.statusCode(), read.body());
      assertEquals(202, review.statusCode(), review.body());
      JsonNode receipt = Fixtures.parse(there.get("/v1/receipts/far", as("read")).body());
      assertEquals("review", receipt.path("reviewer").asText());
      assertTrue(refused.headers().firstValue("WWW-Authenticate").isPresent());
      assertEquals(401, refused.statusCode(), "the other instance asks for its own proof");
    }
  }

  private Path onlyOthers() {
    return Credentials.write(
        folder, "others.yaml", "tokens:\n" + Credentials.entry("somebody", "read"));
  }

  @Test
  void shouldLetAnAdministratorResumeWhenOtherInstancesMustBeAsked() {
    // given
    Path file = folder.resolve("access.yaml");
    try (RestFixture there = new RestFixture(Credentials.access(file))) {
      rest.ledger.joinedBy(there.base());
      String reason = "{\"reason\":\"r\"}";
      rest.post("/v1/destinations/blog/suspend", reason, as("administer"));

      // when
      HttpResponse<String> answer =
          rest.post("/v1/destinations/blog/resume", reason, as("administer"));

      // then
      assertEquals(409, answer.statusCode(), answer.body());
      assertTrue(answer.body().contains("nothing is held"), answer.body());
    }
  }

  @Test
  void shouldCountRefusalsByReasonFromTheStart() {
    // given
    assertRefused(Map.of("unproven", "0.0", "keys", "0.0", "role", "0.0", "limit", "0.0"));

    // when
    rest.get("/v1/operations");
    rest.get("/v1/operations", as("submit"));

    // then
    assertRefused(Map.of("unproven", "1.0", "keys", "0.0", "role", "1.0", "limit", "0.0"));
  }

  private void assertRefused(Map<String, String> counts) {
    String meters = rest.get("/prometheus").body();
    assertTrue(meters.contains("onefold_ledger_access_file_valid 1.0"), meters);
    counts.forEach(
        (why, number) ->
            assertTrue(
                meters.contains("onefold_ledger_rest_refused_total{why=\"" + why + "\"} " + number),
                List.of(why, meters).toString()));
  }
}
