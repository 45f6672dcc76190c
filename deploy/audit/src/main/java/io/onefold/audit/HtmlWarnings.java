package io.onefold.audit;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.Map;

/** The part of the page that warns. */
final class HtmlWarnings {
  private final Warnings warnings;
  private final Writer out;

  HtmlWarnings(Warnings warnings, Writer out) {
    this.warnings = warnings;
    this.out = out;
  }

  void write() throws IOException {
    out.write("<p>They break no rule; somebody should look at them.</p><table>");
    out.write("<tr><th>warning</th><th>what it means</th><th class=\"n\">warnings</th></tr>");
    for (Warning.Kind kind : Warning.Kind.values()) {
      out.write(
          "<tr><td class=\"mono\">%s</td><td>%s</td><td class=\"n\">%d</td></tr>"
              .formatted(
                  kind,
                  HtmlReport.escaped(kind.sentence()),
                  warnings.byKind().getOrDefault(kind, 0L)));
    }
    out.write("</table>");
    for (Warnings.Compared listing : warnings.listings()) {
      out.write("<p>" + HtmlReport.escaped(Reports.line(listing)) + "</p>");
    }
    int shown = warnings.kept().size();
    if (warnings.count() > shown) {
      out.write(
          "<p>The first %d of %d warnings; a JSON report holds all.</p>"
              .formatted(shown, warnings.count()));
    }
    out.write(
        "<input type=\"search\" data-list=\"warnings\" placeholder=\"search warnings\""
            + " aria-label=\"search warnings\"><div id=\"warnings\">");
    for (Warning warning : warnings.kept()) {
      write(warning);
    }
    out.write(shown == 0 ? "<p>None.</p></div>" : "</div>");
  }

  private void write(Warning warning) throws IOException {
    out.write(
        "<details data-item class=\"note\"><summary><span class=\"rule\">%s</span> %s</summary><table>"
            .formatted(warning.kind(), HtmlReport.escaped(warning.text())));
    for (Map.Entry<String, Object> detail : warning.details().entrySet()) {
      out.write(
          "<tr><th>%s</th><td>%s</td></tr>"
              .formatted(
                  HtmlReport.escaped(detail.getKey()),
                  HtmlReport.escaped(detail.getValue().toString())));
    }
    out.write("</table>");
    if (!warning.operations().isEmpty()) {
      out.write("<table><tr><th>operation</th><th>owner</th><th>state</th><th>since</th></tr>");
      for (Warning.Involved of : warning.operations()) {
        out.write(
            "<tr><td class=\"mono\">%s</td><td>%s</td><td>%s</td><td class=\"mono\">%s</td></tr>"
                .formatted(
                    HtmlReport.escaped(of.operationId()),
                    HtmlReport.escaped(of.owner()),
                    HtmlReport.escaped(of.state()),
                    Instant.ofEpochMilli(of.atMs())));
      }
      out.write("</table>");
    }
    out.write("</details>\n");
  }
}
