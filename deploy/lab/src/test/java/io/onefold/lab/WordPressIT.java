package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** WordPress has no key, and a second POST makes a second post. */
@Lab("wordpress")
class WordPressIT {
  private static final int POSTS = 200;
  private static final int PAGE = 50;

  @Test
  void shouldMakeEachPostOnceWhenAnswersAreLostAndRequestsAreCut(LabStage stage) throws Exception {
    // given
    LabFaults.lossy(stage.proxy(), "POST");
    Campaign posts = posts(stage, "wordpress", POSTS);

    // when
    posts.submit().awaitEnds();

    // then
    posts.assertEnds(Map.of("VERIFIED", (long) POSTS));
    Map<String, JsonNode> stored = stored(stage, posts);
    assertEquals(POSTS, stored.size());
    for (int number = 0; number < POSTS; number++) {
      JsonNode receipt = posts.receipt(number);
      JsonNode post = stored.get(receipt.path("providerId").asText());
      assertEquals(post.path("link").asText(), receipt.path("publicUrl").asText());
      assertEquals(content(posts, number), post.path("content").path("raw").asText());
      assertTrue(post.path("slug").asText().matches("onefold-[0-9a-f]{32}"), post::toString);
    }
    assertEquals(200, LabHttp.get(posts.receipt(0).path("publicUrl").asText()).statusCode());
    LabReport.add("WordPress posts", "none", posts, stage.proxy(), stored.size());
  }

  @Test
  void shouldWaitWhenTheSiteSaysTooManyRequests(LabStage stage) throws Exception {
    // given
    LabFaults.storm(stage.proxy(), "POST", 15);

    // when
    Campaign posts = posts(stage, "wordpress", 20).submit().awaitEnds();

    // then
    posts.assertEnds(Map.of("VERIFIED", 20L));
    assertEquals(20, stored(stage, posts).size());
  }

  @Test
  void shouldHoldPostsBackFromAWrongPasswordUntilItIsMended(LabStage stage) throws Exception {
    // given
    LabSecrets.write("wordpress", "WRONG", "no such password");
    Campaign first = posts(stage, "wordpress-wrong-password", 1).submit().awaitEnds();
    long before = stage.requests("POST");
    Campaign others = posts(stage, "wordpress-wrong-password", 5).submit();
    first.assertEnds(Map.of("UNRESOLVED AUTHORIZATION", 1L));
    assertEquals(before, stage.requests("POST"));

    // when
    LabSecrets.write("wordpress", "WRONG", stage.server().get("WP_APP_PASSWORD"));
    stage
        .onefold()
        .command("destinations", "resume", "wordpress-wrong-password", "--reason", "mended");
    others.awaitEnds();

    // then
    others.assertEnds(Map.of("VERIFIED", 5L));
    assertEquals(5, stored(stage, others).size());
    assertEquals(Map.of(), stored(stage, first));
  }

  @Test
  void shouldSendNothingWhenTheCredentialIsAnotherUsers(LabStage stage) throws Exception {
    // given
    long before = stage.requests("POST");

    // when
    Campaign posts = posts(stage, "wordpress-other-user", 1).submit().awaitEnds();

    // then
    posts.assertEnds(Map.of("UNRESOLVED IDENTITY_MISMATCH", 1L));
    assertEquals(before, stage.requests("POST"));
  }

  private static Campaign posts(LabStage stage, String destination, int many) {
    Campaign posts = stage.campaign(destination);
    for (int number = 0; number < many; number++) {
      posts
          .add()
          .putObject("payload")
          .put("title", "Lab " + posts.run() + " no. " + number)
          .put("content", content(posts, number))
          .put("status", "publish");
    }
    return posts;
  }

  private static String content(Campaign posts, int number) {
    return "<p>\"Quoted\" & <b>bold</b> -- it's %s, %d…</p>\r\n".formatted(posts.run(), number);
  }

  /** All posts of this campaign, in whatever state, by their number. */
  private static Map<String, JsonNode> stored(LabStage stage, Campaign posts) throws Exception {
    LabServer site = stage.server();
    String editor = LabHttp.basic(site.get("WP_USER"), site.get("WP_APP_PASSWORD"));
    Map<String, JsonNode> found = new HashMap<>();
    while (true) {
      JsonNode listed =
          LabHttp.json(
              "%s/wp-json/wp/v2/posts?context=edit&orderby=id&order=asc&per_page=%d&offset=%d&status=publish,draft,future,pending,private,trash&search=%s"
                  .formatted(site.get("WP_URL"), PAGE, found.size(), posts.run()),
              "Authorization",
              editor);
      listed.forEach(post -> found.put(post.path("id").asText(), post));
      if (listed.size() < PAGE) {
        return found;
      }
    }
  }
}
