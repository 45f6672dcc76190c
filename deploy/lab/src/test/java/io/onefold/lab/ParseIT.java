package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A repeated request is refused without saying what the first one made. */
@Lab("parse")
class ParseIT {
  private static final int OBJECTS = 40;

  @Test
  void shouldMakeEachObjectOnceWhenAnswersAreLostAndRequestsAreCut(LabStage stage)
      throws Exception {
    // given
    LabFaults.lossy(stage.proxy(), "POST");
    Campaign objects = objects(stage, "parse", OBJECTS);

    // when
    objects.submit().awaitEnds();

    // then
    objects.assertEnds(Map.of("VERIFIED", (long) OBJECTS));
    Set<String> stored = stored(stage, objects);
    assertEquals(OBJECTS, stored.size());
    assertEquals(stored, objects.providerIds());
    LabReport.add("Parse objects", "request ID", objects, stage.proxy(), stored.size());
  }

  @Test
  void shouldWriteNothingWhenTheKeyIsWrong(LabStage stage) throws Exception {
    // given
    LabSecrets.write("parse", "WRONG", "no-such-key");

    // when
    Campaign objects = objects(stage, "parse-wrong-key", 1).submit().awaitEnds();

    // then
    objects.assertEnds(Map.of("UNRESOLVED AUTHORIZATION", 1L));
    assertEquals(Set.of(), stored(stage, objects));
  }

  private static Campaign objects(LabStage stage, String destination, int many) {
    Campaign objects = stage.campaign(destination);
    for (int number = 0; number < many; number++) {
      objects
          .add()
          .putObject("payload")
          .put("run", objects.run())
          .put("text", "Tom & \"Jerry\" é")
          .put("total", number);
    }
    return objects;
  }

  private static Set<String> stored(LabStage stage, Campaign objects) throws Exception {
    LabServer server = stage.server();
    String where = "{\"run\":\"" + objects.run() + "\"}";
    JsonNode found =
        LabHttp.json(
            server.get("PARSE_URL")
                + "/classes/Receipt?limit=1000&where="
                + URLEncoder.encode(where, StandardCharsets.UTF_8),
            "X-Parse-Application-Id",
            server.get("PARSE_APP_ID"),
            "X-Parse-REST-API-Key",
            server.get("PARSE_KEY"));
    Set<String> ids = new HashSet<>();
    found.path("results").forEach(object -> ids.add(object.path("objectId").asText()));
    return ids;
  }
}
