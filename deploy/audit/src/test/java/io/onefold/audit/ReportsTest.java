package io.onefold.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @Test
  void shouldTellOfEachWarningWithoutJudgingByItWhenThereAreSome() throws Exception {
    try (Found found = new Found()) {
      // given
      for (int i = 0; i < 1200; i++) {
        found.warnings().add(warning("op-" + i));
      }
      found.warnings().compared(new Warnings.Compared("shop", 9, 2, 7, 1, 3));

      // when
      StringWriter json = new StringWriter();
      StringWriter text = new StringWriter();
      Reports.json(result(found), json);
      Reports.text(result(found), new PrintWriter(text, true));
      Reports.write(result(found), folder.resolve("out.html"));

      // then
      JsonNode read = new ObjectMapper().readTree(json.toString());
      assertTrue(read.path("clean").asBoolean());
      assertEquals(1200, read.path("warnings").size());
      assertEquals(1200, read.path("warningKinds").path("EQUAL_PAYLOADS").asInt());
      JsonNode one = read.path("warnings").get(3);
      assertEquals("EQUAL_PAYLOADS", one.path("warning").asText());
      assertEquals("sha256:00", one.path("payloadHash").asText());
      assertEquals("op-3", one.path("operations").get(0).path("operationId").asText());
      assertEquals(5, read.path("signatures").path("receiptsSigned").asInt());
      assertTrue(
          text.toString().contains("5 of 0 receipts are signed, and there are 2 checkpoints; not"),
          text::toString);
      assertEquals(2, read.path("listings").get(0).path("itemsWithoutOperation").asInt());
      assertTrue(text.toString().contains("no violation"), text::toString);
      assertTrue(text.toString().contains("1200 warnings, which break no rule"), text::toString);
      assertTrue(text.toString().contains("… and 1100 more warnings"), text::toString);
      assertTrue(
          text.toString()
              .contains(
                  "listing of 'shop': 9 items, 2 without operation; 7 VERIFIED receipts,"
                      + " 1 without item; 3 newer receipts were not looked for"),
          text::toString);
      assertFalse(text.toString().contains("\u001b"), "it must not write on a terminal");
      String page = Files.readString(folder.resolve("out.html"));
      assertTrue(page.contains("The first 1000 of 1200 warnings"));
      assertFalse(page.contains("<script>alert"), page);
      assertFalse(page.contains("@WARNINGS@"), page);
    }
  }

  @Test
  void shouldSpeakOfOneAsOneWhenThereIsOneWarning() {
    try (Found found = new Found()) {
      // given
      found.warnings().add(warning("op-1"));

      // when
      StringWriter text = new StringWriter();
      Reports.text(result(found), new PrintWriter(text, true));

      // then
      assertTrue(text.toString().contains("1 warning, which breaks no rule"), text::toString);
    }
  }

  @Test
  void shouldCountNoCoveredEventWhenNoneWasHeldAgainstCheckpoints() {
    // when
    String one =
        Reports.signatures(new AuditResult.Signatures(true, 1, 1, 25, 0, 0), 1).orElseThrow();
    String all =
        Reports.signatures(new AuditResult.Signatures(true, 4, 4, 2, 9, 3), 4).orElseThrow();

    // then
    assertEquals(
        "signatures: 1 of 1 receipts are signed and valid; no journal event was held against"
            + " checkpoints",
        one);
    assertEquals(
        "signatures: 4 of 4 receipts are signed and valid; 2 checkpoints cover 9 journal events,"
            + " 3 events have none",
        all);
  }

  @Test
  void shouldCutNoCharacterInHalfWhenATextIsLong() {
    // when
    String shown = Differences.show("k".repeat(198) + "\uD83D\uDE00" + "k");

    // then
    assertEquals("k".repeat(198) + "…", shown);
  }

  @Test
  void shouldWriteEveryReportWhenAListingHoldsHalfACharacter() throws Exception {
    // given
    Path listing = folder.resolve("shop.json");
    Files.writeString(listing, "{\"providerId\":\"a\\ud800\"}\n");
    try (Found found = new Found();
        Bypass bypass = new Bypass(List.of(new Listing("shop", listing)), Scope.everything())) {
      bypass.report(found.warnings());
      found.add(finding("op-\uD800", List.of()));

      // when
      Reports.write(result(found), folder.resolve("out.json"));
      Reports.write(result(found), folder.resolve("out.html"));

      // then
      JsonNode read = new ObjectMapper().readTree(folder.resolve("out.json").toFile());
      assertEquals("a?", read.path("warnings").get(0).path("providerId").asText());
      assertEquals("op-?", read.path("findings").get(0).path("operationId").asText());
      assertTrue(Files.readString(folder.resolve("out.html")).contains("op-?"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u001b[2J", "\u009b2J", "\u202e", "\u2028", "\n"})
  void shouldNotWriteOnTheTerminalWhenARecordWantsTo(String control) {
    try (Found found = new Found()) {
      // given
      found.add(finding("op-1" + control + "x", List.of()));

      // when
      StringWriter text = new StringWriter();
      Reports.text(result(found), new PrintWriter(text, true));

      // then
      String shown = "op-1\\u%04x".formatted((int) control.charAt(0));
      assertTrue(text.toString().contains(shown), text::toString);
      assertFalse(text.toString().contains("op-1" + control), text::toString);
    }
  }

  private static Warning warning(String operation) {
    return new Warning(
        Warning.Kind.EQUAL_PAYLOADS,
        SCRIPT,
        Map.of("payloadHash", "sha256:00"),
        List.of(new Warning.Involved(operation, SCRIPT, "VERIFIED", 0)),
        2,
        SCRIPT + "\u001b[2J");
  }

  private static Finding finding(String operation, List<Finding.Moment> timeline) {
    return new Finding(
        Rule.CHAIN_BROKEN, operation, "t", 0, 1, "chain", SCRIPT, SCRIPT, SCRIPT, timeline);
  }

  private static AuditResult result(Found found) {
    return new AuditResult(
        found,
        Scope.everything(),
        new AuditResult.Signatures(false, 5, 0, 2, 0, 0),
        found.counts(Map.of()),
        Instant.EPOCH,
        Duration.ofMillis(7));
  }
}
