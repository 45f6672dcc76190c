package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.faults.Exchange;
import io.onefold.faults.Fault;
import io.onefold.faults.FaultProxy;
import io.onefold.faults.Rule;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** WordPress has no key, and a second POST makes a second post. */
@Tag("lab")
class WordPressIT {
  private static final int POSTS = 200;
  private static LabServer site;
  private static LabOnefold onefold;
  private static FaultProxy proxy;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    onefold = LabOnefold.shared();
    proxy = onefold.proxy("wordpress");
    site = LabServer.start("wordpress", onefold.port("wordpress"));
    LabSecrets.write("wordpress", "WRONG", "no such password");
  }

  @AfterAll
  static void stop() throws IOException, InterruptedException {
    if (site != null) {
      site.close();
    }
  }

  @AfterEach
  void calm() {
    proxy.clear();
  }

  @Test
  void shouldMakeEachPostOnceWhenAnswersAreLostAndRequestsAreCut() throws Exception {
    // given
    LabFaults.lossy(proxy, "POST");
    Campaign posts = posts("wordpress", POSTS);

    // when
    posts.submit().awaitEnds();

    // then
    assertEquals(Map.of("VERIFIED", (long) POSTS), posts.states());
    Map<String, JsonNode> stored = stored(posts);
    assertEquals(POSTS, stored.size());
    for (int number = 0; number < POSTS; number++) {
      JsonNode receipt = posts.receipt(number);
      JsonNode post = stored.get(receipt.path("providerId").asText());
      assertEquals(post.path("link").asText(), receipt.path("publicUrl").asText());
      assertEquals(content(posts, number), post.path("content").path("raw").asText());
      assertTrue(post.path("slug").asText().matches("onefold-[0-9a-f]{32}"), post::toString);
    }
    LabReport.add("WordPress posts", "none", posts, proxy, stored.size());
  }

  @Test
  void shouldWaitWhenTheSiteSaysTooManyRequests() throws Exception {
    // given
    proxy.add(
        Rule.always(new Fault.AnswerInstead(429, Map.of("Retry-After", "1")))
            .method("POST")
            .times(15));
    Campaign posts = posts("wordpress", 20);

    // when
    posts.submit().awaitEnds();

    // then
    assertEquals(Map.of("VERIFIED", 20L), posts.states());
    assertEquals(20, stored(posts).size());
  }

  @Test
  void shouldWriteNothingWhenThePasswordIsWrong() throws Exception {
    // when
    Campaign posts = posts("wordpress-wrong-password", 3).submit().awaitEnds();

    // then
    assertEquals(Map.of("UNRESOLVED AUTHORIZATION", 3L), posts.states());
    assertEquals(Map.of(), stored(posts));
  }

  @Test
  void shouldSendNothingWhenTheCredentialIsAnotherUsers() throws Exception {
    // given
    int before = writes();

    // when
    Campaign posts = posts("wordpress-other-user", 3).submit().awaitEnds();

    // then
    assertEquals(Map.of("UNRESOLVED IDENTITY_MISMATCH", 3L), posts.states());
    assertEquals(before, writes());
  }

  private static Campaign posts(String destination, int many) {
    Campaign posts = new Campaign(onefold, destination);
    for (int number = 0; number < many; number++) {
      int current = number;
      posts.add(
          intent ->
              intent
                  .putObject("payload")
                  .put("title", "Lab " + posts.run() + " no. " + current)
                  .put("content", content(posts, current)));
    }
    return posts;
  }

  private static String content(Campaign posts, int number) {
    return "<p>\"Quoted\" & <b>bold</b> -- it's %s, %d…</p>\r\n".formatted(posts.run(), number);
  }

  private static int writes() {
    return (int) proxy.exchanges().stream().map(Exchange::method).filter("POST"::equals).count();
  }

  /** All posts of this campaign, in whatever state, by their number. */
  private static Map<String, JsonNode> stored(Campaign posts) throws Exception {
    Map<String, JsonNode> found = new HashMap<>();
    String[] as = {
      "Authorization", LabHttp.basic(site.get("WP_USER"), site.get("WP_APP_PASSWORD"))
    };
    for (int page = 1; ; page++) {
      JsonNode listed =
          LabHttp.json(
              site.get("WP_URL")
                  + "/wp-json/wp/v2/posts?context=edit&per_page=50&orderby=id&order=asc&offset="
                  + 50 * (page - 1)
                  + "&status=publish,draft,future,pending,private,trash&search="
                  + posts.run(),
              as);
      listed.forEach(post -> found.put(post.path("id").asText(), post));
      if (listed.size() < 50) {
        return found;
      }
    }
  }
}
