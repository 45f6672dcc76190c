package io.onefold.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportsTest {
  private static final String SCRIPT = "</code><script>alert('x')</script>";

  @TempDir Path folder;

  @Test
  void shouldStayTextWhenRecordsHoldMarkup() throws Exception {
    try (Found found = new Found()) {
      // given
      found.add(finding(SCRIPT, List.of(new Finding.Moment(0, "t", 0, 1, SCRIPT))));

      // when
      Reports.write(result(found), folder.resolve("out.html"));

      // then
      String page = Files.readString(folder.resolve("out.html"));
      assertFalse(page.contains("<script>alert"), page);
      assertTrue(page.contains("&lt;script&gt;alert(&#39;x&#39;)"), page);
      assertFalse(page.contains("://"), "nothing is loaded from elsewhere");
      assertFalse(page.contains("@FINDINGS@"), page);
    }
  }

  @Test
  void shouldHoldEveryFindingWhenThereAreMoreThanThePageShows() throws Exception {
    try (Found found = new Found()) {
      // given
      for (int i = 0; i < 2500; i++) {
        found.add(finding("op-" + i, List.of()));
      }

      // when
      StringWriter json = new StringWriter();
      Reports.json(result(found), json);
      Reports.write(result(found), folder.resolve("out.html"));

      // then
      JsonNode read = new ObjectMapper().readTree(json.toString());
      assertEquals(2500, read.path("findings").size());
      assertEquals(2500, read.path("rules").path("CHAIN_BROKEN").asInt());
      assertEquals("op-7", read.path("findings").get(7).path("operationId").asText());
      assertFalse(read.path("clean").asBoolean());
      assertTrue(
          Files.readString(folder.resolve("out.html")).contains("The first 1000 of 2500 findings"));
    }
  }

  private static Finding finding(String operation, List<Finding.Moment> timeline) {
    return new Finding(
        Rule.CHAIN_BROKEN, operation, "t", 0, 1, "chain", SCRIPT, SCRIPT, SCRIPT, timeline);
  }

  private static AuditResult result(Found found) {
    return new AuditResult(
        found, Scope.everything(), found.counts(Map.of()), Instant.EPOCH, Duration.ofMillis(7));
  }
}
