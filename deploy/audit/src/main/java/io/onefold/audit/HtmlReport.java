package io.onefold.audit;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result as one page that needs nothing else. It holds the first findings and operations, and
 * says so where there are more. All that comes from records is escaped.
 */
final class HtmlReport {
  private static final int MOST_FINDINGS = 1000;

  private final AuditResult result;
  private final Writer out;

  private HtmlReport(AuditResult result, Writer out) {
    this.result = result;
    this.out = out;
  }

  static void write(AuditResult result, Writer out) throws IOException {
    HtmlReport page = new HtmlReport(result, out);
    String rest = template();
    rest = page.until("@SUMMARY@", rest);
    page.summary();
    rest = page.until("@RULES@", rest);
    page.rules();
    rest = page.until("@FINDINGS@", rest);
    page.findings();
    rest = page.until("@WARNINGS@", rest);
    new HtmlWarnings(result.warnings(), out).write();
    rest = page.until("@OPERATIONS@", rest);
    page.operations();
    out.write(rest);
  }

  private static String template() throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream("report.html")) {
      if (in == null) {
        throw new IOException("the jar lacks report.html");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String until(String mark, String rest) throws IOException {
    int at = rest.indexOf(mark);
    out.write(rest.substring(0, at));
    return rest.substring(at + mark.length());
  }

  private void summary() throws IOException {
    AuditResult.Counts counts = result.counts();
    out.write("<p class=\"verdict %s\">".formatted(result.isClean() ? "clean" : "broken"));
    out.write(
        result.isClean()
            ? "No violation"
            : result.violations() + (result.violations() == 1 ? " violation" : " violations"));
    out.write("</p><table>");
    row("Begun", result.startedAt().toString());
    row("Took", result.took().toMillis() + " ms");
    row("Scope", scope());
    row("Operations judged", Long.toString(counts.operations()));
    row("Operations outside the scope", Long.toString(counts.leftOut()));
    row("Journal events judged", Long.toString(counts.events()));
    row("Receipts judged", Long.toString(counts.receipts()));
    row("Notes", Long.toString(result.notes()));
    row("Warnings", Long.toString(result.warnings().count()));
    for (Map.Entry<String, Long> topic : counts.records().entrySet()) {
      row("Records in " + topic.getKey(), topic.getValue().toString());
    }
    for (Map.Entry<String, Long> state : counts.byState().entrySet()) {
      row("Operations " + state.getKey(), state.getValue().toString());
    }
    out.write("</table>");
    Optional<String> signatures = Reports.signatures(result.signatures(), counts.receipts());
    if (signatures.isPresent()) {
      out.write("<p>" + escaped(signatures.get()) + "</p>");
    }
  }

  private String scope() {
    Scope scope = result.scope();
    return scope.isEverything()
        ? "everything"
        : "operations%s%s%s"
            .formatted(
                scope.from().map(t -> " from " + t).orElse(""),
                scope.to().map(t -> " to " + t).orElse(""),
                scope.operationId().map(id -> " " + id).orElse(""));
  }

  private void row(String name, String value) throws IOException {
    out.write("<tr><th>" + escaped(name) + "</th><td>" + escaped(value) + "</td></tr>");
  }

  private void rules() throws IOException {
    out.write("<table><tr><th>rule</th><th>what must hold</th><th class=\"n\">findings</th></tr>");
    for (Rule rule : Rule.values()) {
      out.write(
          "<tr><td class=\"mono\">%s</td><td>%s</td><td class=\"n\">%d</td></tr>"
              .formatted(
                  rule, escaped(rule.sentence()), result.counts().byRule().getOrDefault(rule, 0L)));
    }
    out.write("</table>");
  }

  private void findings() throws IOException {
    List<Finding> shown = result.findings();
    long all = result.violations() + result.notes();
    if (all > MOST_FINDINGS) {
      out.write(
          "<p>The first %d of %d findings; a JSON report holds all.</p>"
              .formatted(shown.size(), all));
    }
    out.write(
        "<input type=\"search\" data-list=\"findings\" placeholder=\"search findings\""
            + " aria-label=\"search findings\"><div id=\"findings\">");
    for (Finding finding : shown) {
      finding(finding);
    }
    out.write(shown.isEmpty() ? "<p>None.</p></div>" : "</div>");
  }

  private void finding(Finding finding) throws IOException {
    out.write(
        "<details data-item class=\"%s\"><summary><span class=\"rule\">%s</span> <code>%s</code>"
            .formatted(
                finding.rule().isNote() ? "note" : "violation",
                finding.rule(),
                escaped(finding.operationId())));
    out.write(" " + escaped(finding.text()) + "</summary><table>");
    row("Where", place(finding.topic(), finding.partition(), finding.offset()));
    if (!finding.field().isEmpty()) {
      row("Field", finding.field());
    }
    if (!finding.expected().isEmpty() || !finding.actual().isEmpty()) {
      row("Expected", finding.expected());
      row("Actual", finding.actual());
    }
    out.write("</table>");
    if (!finding.timeline().isEmpty()) {
      out.write("<ol class=\"timeline\">");
      for (Finding.Moment moment : finding.timeline()) {
        boolean here =
            moment.topic().equals(finding.topic())
                && moment.partition() == finding.partition()
                && moment.offset() == finding.offset();
        out.write(
            "<li%s><code>%s</code> %s <code>%s</code></li>"
                .formatted(
                    here ? " class=\"here\"" : "",
                    Instant.ofEpochMilli(moment.atMs()),
                    escaped(moment.what()),
                    escaped(place(moment.topic(), moment.partition(), moment.offset()))));
      }
      out.write("</ol>");
    }
    out.write("</details>\n");
  }

  private static String place(String topic, int partition, long offset) {
    return partition < 0
        ? topic
        : "%s, partition %d, offset %d".formatted(topic, partition, offset);
  }

  private void operations() throws IOException {
    List<AuditResult.Operation> shown = result.operations();
    if (result.counts().operations() > shown.size()) {
      out.write(
          "<p>%d of %d operations, those with findings first.</p>"
              .formatted(shown.size(), result.counts().operations()));
    }
    out.write(
        "<input type=\"search\" data-list=\"operations\" placeholder=\"search operations\""
            + " aria-label=\"search operations\"><table id=\"operations\"><tr><th>operation</th>"
            + "<th>state</th><th class=\"n\">events</th><th class=\"n\">findings</th>"
            + "<th>newest event</th></tr>");
    for (AuditResult.Operation op : shown) {
      out.write(
          ("<tr data-item><td class=\"mono\">%s</td><td>%s</td><td class=\"n\">%d</td>"
                  + "<td class=\"n\">%d</td><td class=\"mono\">%s</td></tr>\n")
              .formatted(
                  escaped(op.operationId()),
                  escaped(op.state()),
                  op.events(),
                  op.findings(),
                  op.lastEventMs() == 0 ? "" : Instant.ofEpochMilli(op.lastEventMs())));
    }
    out.write("</table>");
  }

  /** Text that stays text wherever it stands in the page. */
  static String escaped(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(c < ' ' && c != '\n' && c != '\t' ? '\ufffd' : c);
      }
    }
    return safe.toString();
  }
}
