package io.onefold.drill;

import io.onefold.faults.Exchange;
import java.util.List;
import java.util.stream.Collectors;

/** The report for people, as one page that needs nothing else. */
final class HtmlReport {
  private static final String STYLE =
      """
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222 }
      table { border-collapse: collapse; width: 100%; margin: 1rem 0 }
      th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #ddd }
      th { background: #f6f6f6; position: sticky; top: 0 }
      code, .log td { font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
      .PASSED { color: #17692f; font-weight: 600 } .FAILED { color: #b3261e; font-weight: 600 } .SKIPPED { color: #777 }
      .finding { color: #b3261e } .note { color: #555 }
      """;

  private final StringBuilder html = new StringBuilder();

  private HtmlReport() {}

  static String of(Verdicts verdicts) {
    HtmlReport report = new HtmlReport();
    String title = "Drill of " + text(verdicts.subject().destination().name());
    report.line("<!doctype html>");
    report.line("<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + title + "</title>");
    report.line("<meta name=\"viewport\" content=\"width=device-width\">");
    report.line("<style>\n" + STYLE + "</style></head><body>");
    report.line("<h1>" + title + "</h1>");
    report.facts(verdicts);
    report.table(verdicts);
    report.operations(verdicts);
    report.exchanges(verdicts);
    report.line("</body></html>");
    return report.html.toString();
  }

  private void line(String line) {
    html.append(line).append('\n');
  }

  private void facts(Verdicts verdicts) {
    String verdict = verdicts.passed() ? "PASSED" : "FAILED";
    line("<p class=\"" + verdict + "\">" + text(verdicts.summary()) + "</p>");
    verdicts.common().forEach(finding -> line("<p class=\"finding\">" + text(finding) + "</p>"));
    line("<table>");
    Facts.of(verdicts)
        .forEach(
            (name, value) -> {
              if (!name.equals("verdict")) {
                line("<tr><th>" + text(name) + "</th><td>" + text(value) + "</td></tr>");
              }
            });
    line("</table>");
  }

  private void table(Verdicts verdicts) {
    line("<h2>Scenarios</h2>");
    head("scenario", "what was done", "the destination stored", "verdict", "seconds");
    for (Result result : verdicts.results()) {
      String found = paragraphs(result.findings(), "finding") + paragraphs(result.notes(), "note");
      boolean skipped = result.status() == Result.Status.SKIPPED;
      line(
          "<tr><td>%s</td><td>%s<br>%s%s</td><td>%s</td><td class=\"%s\">%s</td><td>%s</td></tr>"
              .formatted(
                  text(result.scenario().name()),
                  text(result.scenario().title()),
                  text(result.did()),
                  found,
                  text(result.stored()),
                  result.status(),
                  result.status(),
                  skipped ? "" : "%.1f".formatted(result.took().toMillis() / 1000.0)));
    }
    line("</table>");
  }

  private static String paragraphs(List<String> sentences, String kind) {
    return sentences.stream()
        .map(sentence -> "<p class=\"" + kind + "\">" + text(sentence) + "</p>")
        .collect(Collectors.joining());
  }

  private void operations(Verdicts verdicts) {
    line("<h2>Operations</h2><ul>");
    verdicts.results().stream()
        .flatMap(result -> result.operations().stream())
        .forEach(
            outcome ->
                line("<li>" + text(MarkdownReport.operation(outcome).replace("`", "")) + "</li>"));
    line("</ul>");
  }

  private void exchanges(Verdicts verdicts) {
    line("<h2>What went through the proxies</h2>");
    line("<div class=\"log\">");
    head("time", "for", "request", "disturbed", "the destination answered", "the caller got");
    for (Exchange exchange : verdicts.exchanges()) {
      line(
          "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>"
              .formatted(
                  exchange.at(),
                  text(exchange.tag()),
                  text(exchange.method() + " " + exchange.target()),
                  text(exchange.rule().map(rule -> rule.fault().words()).orElse("")),
                  text(MarkdownReport.deliveries(exchange)),
                  exchange.answered().map(String::valueOf).orElse("nothing")));
    }
    line("</table></div>");
  }

  private void head(String... columns) {
    line("<table><tr><th>" + String.join("</th><th>", columns) + "</th></tr>");
  }

  private static String text(String raw) {
    return raw.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
