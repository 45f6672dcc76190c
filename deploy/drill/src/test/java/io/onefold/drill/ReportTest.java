package io.onefold.drill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.onefold.standalone.text.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  private static final String FINDING = "2 items are stored, and <only> one should be";

  private final Subject subject = Contracts.subject(Contracts.right("http://127.0.0.1:1"));
  private final Scenario late = Scenarios.find("late-write").orElseThrow();
  private final Scenario key = Scenarios.find("key").orElseThrow();
  private final Result failed =
      new Result(
          late,
          Result.Status.FAILED,
          "given up after 3 s",
          "2 items (41, 42)",
          List.of(FINDING),
          List.of("a note"),
          Duration.ofMillis(12_345),
          List.of(Outcomes.of(subject, "VERIFIED", "", Outcomes.count(2), Outcomes.writes(0, 4))));
  private final Verdicts verdicts =
      new Verdicts(
          subject,
          Outcomes.BEGAN,
          Outcomes.BEGAN.plusSeconds(42),
          List.of(failed, Result.skipped(key, "no key")),
          List.of(),
          Map.of(
              "drill-ab12-late", List.of(JsonNodeFactory.instance.objectNode().put("sequence", 1))),
          Outcomes.writes(0, 4));

  @Test
  void shouldHaveEverythingAsJson() throws Exception {
    // when
    JsonNode json = new ObjectMapper().readTree(JsonReport.of(verdicts));

    // then
    assertFalse(json.path("passed").asBoolean(true));
    assertEquals(subject.destination().hash(), json.path("contractHash").asText());
    assertEquals(FINDING, json.at("/scenarios/0/findings/0").asText());
    assertEquals(2, json.at("/scenarios/0/operations/0/items").asInt());
    assertEquals(
        "VERIFIED", json.at("/scenarios/0/operations/0/operation/receipt/outcome").asText());
    assertEquals(1, json.at("/scenarios/0/operations/0/journal/0/sequence").asInt());
    assertEquals("SKIPPED", json.at("/scenarios/1/status").asText());
    assertEquals(201, json.at("/exchanges/0/deliveries/0/status").asInt());
    assertTrue(json.at("/exchanges/0/rule").asText().contains("9000 ms"));
  }

  @Test
  void shouldEscapeWhatOthersWroteAsHtml() {
    // when
    String html = HtmlReport.of(verdicts);

    // then
    assertTrue(html.contains("2 items are stored, and &lt;only&gt; one should be"));
    assertTrue(html.contains("/items?key=&lt;a&amp;b&gt;"));
    assertTrue(html.contains("FAILED: 0 passed, 1 failed, 1 skipped in 42 s"));
  }

  @Test
  void shouldReadWellAsMarkdown() {
    // when
    String text = MarkdownReport.of(verdicts);

    // then
    assertTrue(text.contains("| late-write | "), text);
    assertTrue(text.contains("| 2 items (41, 42) | FAILED | 12.3 |"), text);
    assertTrue(text.contains("- **" + FINDING + "**"), text);
    assertTrue(text.contains("receipt: VERIFIED"), text);
  }

  @Test
  void shouldChooseTheFormByTheName(@TempDir Path folder) throws Exception {
    // given
    Path file = folder.resolve("Report.HTML");

    // when
    WrittenReport.of(file).write(verdicts, file);

    // then
    assertTrue(Files.readString(file).startsWith("<!doctype html>"));
    assertThrows(WrongUseException.class, () -> WrittenReport.of(Path.of("report.pdf")));
  }

  @Test
  void shouldSayEachVerdictInALineWithoutATerminal() {
    // given
    StringWriter out = new StringWriter();
    try (LiveTable table =
        new LiveTable(
            new PrintWriter(out), new Terminal(false, false, false), List.of(late, key))) {

      // when
      table.began(late);
      table.ended(failed);
      table.ended(Result.skipped(key, "no key"));
    }

    // then
    assertTrue(out.toString().startsWith("FAILED  late-write          12.3 s  "), out.toString());
    assertTrue(out.toString().contains(FINDING), out.toString());
    assertTrue(out.toString().contains("SKIPPED key "), out.toString());
  }

  @Test
  void shouldBeAFailureWhenSomethingIsFoundLater() {
    Result passed =
        new Result(
            late,
            Result.Status.PASSED,
            "",
            "1 item",
            List.of(),
            List.of(),
            Duration.ZERO,
            List.of());
    assertEquals(Result.Status.PASSED, passed.with(List.of(), List.of()).status());
    assertEquals(Result.Status.FAILED, passed.with(List.of("one more"), List.of()).status());
  }
}
