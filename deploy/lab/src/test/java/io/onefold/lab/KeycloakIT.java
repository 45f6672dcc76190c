package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Users behind OAuth 2 client credentials; a conflict says little about whose user it is. */
@Lab("keycloak")
class KeycloakIT {
  private static final int USERS = 40;

  @Test
  void shouldMakeEachUserOnceWhenAnswersAreLostAndRequestsAreCut(LabStage stage) throws Exception {
    // given
    LabFaults.lossyAt(stage.proxy(), "POST", "/users");
    Campaign users = users(stage, "keycloak", USERS);

    // when
    users.submit().awaitEnds();

    // then
    users.assertEnds(Map.of("VERIFIED", (long) USERS));
    Set<String> stored = stored(stage, users);
    assertEquals(USERS, stored.size());
    assertEquals(stored, users.providerIds());
    LabReport.add("Keycloak users", "user name", users, stage.proxy(), stored.size());
  }

  @Test
  void shouldEscalateWhenTheNameIsAStrangers(LabStage stage) throws Exception {
    // given
    Campaign first = users(stage, "keycloak", 1).submit().awaitEnds();
    Campaign second = stage.campaign("keycloak");
    second.add().set("payload", first.intent(0).get("payload"));

    // when
    second.submit().awaitEnds();

    // then
    first.assertEnds(Map.of("VERIFIED", 1L));
    second.assertEnds(Map.of("UNRESOLVED CONTENT_MISMATCH", 1L));
  }

  @Test
  void shouldWriteNothingWhenTheClientSecretIsWrong(LabStage stage) throws Exception {
    // given
    LabSecrets.write("keycloak", "WRONG", "no such secret");

    // when
    Campaign users = users(stage, "keycloak-wrong-secret", 1).submit().awaitEnds();

    // then
    users.assertEnds(Map.of("UNRESOLVED AUTHORIZATION", 1L));
    assertEquals(Set.of(), stored(stage, users));
  }

  private static Campaign users(LabStage stage, String destination, int many) {
    Campaign users = stage.campaign(destination);
    for (int number = 0; number < many; number++) {
      users
          .add()
          .putObject("payload")
          .put("username", "Lab-" + users.run() + "-" + number)
          .put("email", "Lab-%s-%d@onefold.example".formatted(users.run(), number))
          .put("firstName", "Ada")
          .put("lastName", "No " + number);
    }
    return users;
  }

  private static Set<String> stored(LabStage stage, Campaign users) throws Exception {
    LabServer server = stage.server();
    JsonNode token =
        new ObjectMapper()
            .readTree(
                LabHttp.form(
                        server.get("KC_TOKEN_URL"),
                        "grant_type=client_credentials&client_id=%s&client_secret=%s"
                            .formatted(server.get("KC_CLIENT_ID"), server.get("KC_CLIENT_SECRET")))
                    .body());
    Set<String> ids = new HashSet<>();
    LabHttp.json(
            server.get("KC_ADMIN_API") + "/users?max=1000&username=lab-" + users.run(),
            "Authorization",
            "Bearer " + token.path("access_token").asText())
        .forEach(user -> ids.add(user.path("id").asText()));
    return ids;
  }
}
