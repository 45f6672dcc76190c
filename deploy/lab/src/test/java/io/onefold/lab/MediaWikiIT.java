package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A title can be taken only once; "taken" may be by oneself. */
@Lab("mediawiki")
class MediaWikiIT {
  private static final int PAGES = 40;

  @Test
  void shouldMakeEachPageOnceWhenAnswersAreLostAndRequestsAreCut(LabStage stage) throws Exception {
    // given
    LabFaults.lossy(stage.proxy(), "POST");
    Campaign pages = pages(stage, "mediawiki", PAGES);

    // when
    pages.submit().awaitEnds();

    // then
    pages.assertEnds(Map.of("VERIFIED", (long) PAGES));
    int stored = 0;
    for (int number = 0; number < PAGES; number++) {
      JsonNode page = page(stage, title(pages, number));
      assertEquals(1, page.path("revisions").size(), page::toString);
      JsonNode revision = page.path("revisions").path(0);
      assertEquals(source(pages, number), revision.at("/slots/main/content").asText());
      assertEquals(
          revision.path("revid").asText(), pages.receipt(number).path("providerId").asText());
      stored++;
    }
    LabReport.add("MediaWiki pages", "title", pages, stage.proxy(), stored);
  }

  @Test
  void shouldNotTakeAStrangersPageForItsOwnWhenTheTitleIsTaken(LabStage stage) throws Exception {
    // given
    Campaign pages = pages(stage, "mediawiki", 1);
    LabHttp.post(
        stage.server().get("WIKI_URL") + "/rest.php/v1/page",
        """
        {"title": "%s", "source": "%s", "comment": "a stranger", "token": "+\\\\"}
        """
            .formatted(title(pages, 0), source(pages, 0)));

    // when
    pages.submit().awaitEnds();

    // then
    pages.assertEnds(Map.of("UNRESOLVED RETRY_BUDGET_SPENT", 1L));
    assertEquals(1, page(stage, title(pages, 0)).path("revisions").size());
  }

  @Test
  void shouldSendNothingWhenItIsAnotherWiki(LabStage stage) throws Exception {
    // given
    long before = stage.requests("POST");

    // when
    Campaign pages = pages(stage, "mediawiki-live", 1).submit().awaitEnds();

    // then
    pages.assertEnds(Map.of("UNRESOLVED IDENTITY_MISMATCH", 1L));
    assertEquals(before, stage.requests("POST"));
  }

  private static Campaign pages(LabStage stage, String destination, int many) {
    Campaign pages = stage.campaign(destination);
    for (int number = 0; number < many; number++) {
      pages
          .add()
          .putObject("payload")
          .put("title", title(pages, number))
          .put("source", source(pages, number));
    }
    return pages;
  }

  private static String title(Campaign pages, int number) {
    return "Lab: " + pages.run() + " no. " + number;
  }

  private static String source(Campaign pages, int number) {
    return "''Text'' of & <b>no.</b> %d of %s é".formatted(number, pages.run());
  }

  private static JsonNode page(LabStage stage, String title) throws Exception {
    return LabHttp.json(
            stage.server().get("WIKI_API")
                + "?action=query&prop=revisions&rvprop=ids%7Ccontent&rvlimit=10&rvslots=main"
                + "&format=json&formatversion=2&titles="
                + title.replace(" ", "%20").replace(":", "%3A"))
        .at("/query/pages/0");
  }
}
