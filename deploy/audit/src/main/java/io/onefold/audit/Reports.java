package io.onefold.audit;

import io.onefold.schema.PrintableText;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** An audit's result for people and programs. */
public final class Reports {
  private static final int MOST_LINES = 100;

  private Reports() {}

  /** True if a report of this name can be written. */
  public static boolean isKnown(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".json") || name.endsWith(".html");
  }

  /** Writes a report in the form that the file's name asks for: {@code .json} or {@code .html}. */
  public static void write(AuditResult result, Path file) throws IOException {
    try (BufferedWriter out = Lines.writer(file)) {
      if (file.toString().toLowerCase(Locale.ROOT).endsWith(".json")) {
        json(result, out);
      } else {
        HtmlReport.write(result, out);
      }
    }
  }

  /** The whole result as one JSON object, every finding in it. */
  public static void json(AuditResult result, Writer out) throws IOException {
    JsonReport.write(result, out);
  }

  /** Summary and the first findings. */
  public static void text(AuditResult result, PrintWriter out) {
    AuditResult.Counts counts = result.counts();
    out.printf(
        Locale.ROOT,
        "%s, %s and %s judged in %.1f s%s%n",
        counted(counts.operations(), "operation"),
        counted(counts.events(), "journal event"),
        counted(counts.receipts(), "receipt"),
        result.took().toMillis() / 1000.0,
        counts.leftOut() == 0
            ? ""
            : "; outside the scope: " + counted(counts.leftOut(), "operation"));
    if (result.isOfUnknownOperation()) {
      result
          .scope()
          .operationId()
          .ifPresent(
              id -> out.println(PrintableText.line("no topic has a record of operation " + id)));
    }
    counts
        .byState()
        .forEach((state, count) -> out.printf("  %-15s %d%n", PrintableText.line(state), count));
    if (result.isClean()) {
      out.println("no violation");
    } else {
      out.println(counted(result.violations(), "violation"));
    }
    counts
        .byRule()
        .forEach((rule, count) -> out.printf("  %-28s %d  %s%n", rule, count, rule.sentence()));
    result.findings().stream().limit(MOST_LINES).forEach(finding -> out.println(line(finding)));
    long all = result.violations() + result.notes();
    if (all > MOST_LINES) {
      out.println(
          "… and " + (all - MOST_LINES) + " more; a JSON report (--report F.json) holds all");
    }
    signatures(result.signatures(), counts.receipts()).ifPresent(out::println);
    warnings(result.warnings(), out);
  }

  /** What is to be said of signatures, in one line; empty if there are none. */
  static Optional<String> signatures(AuditResult.Signatures told, long receipts) {
    if (told.checked()) {
      return Optional.of(
          "signatures: %d of %d receipts are signed and valid; %s"
              .formatted(told.receiptsValid(), receipts, covered(told)));
    }
    return told.receiptsSigned() + told.checkpoints() == 0
        ? Optional.empty()
        : Optional.of(
            "signatures: %d of %d receipts are signed, and there are %d checkpoints; not checked, because no --keys were given"
                .formatted(told.receiptsSigned(), receipts, told.checkpoints()));
  }

  private static String covered(AuditResult.Signatures told) {
    // With one operation alone, and while the journal is empty, there is nothing to count.
    return told.eventsCovered() + told.eventsNotCovered() == 0
        ? "no journal event was held against checkpoints"
        : "%d checkpoints cover %d journal events, %d events have none"
            .formatted(told.checkpoints(), told.eventsCovered(), told.eventsNotCovered());
  }

  private static String counted(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private static void warnings(Warnings warnings, PrintWriter out) {
    warnings.listings().forEach(listing -> out.println(line(listing)));
    if (warnings.count() == 0) {
      return;
    }
    out.println(
        counted(warnings.count(), "warning")
            + (warnings.count() == 1 ? ", which breaks no rule" : ", which break no rule"));
    warnings
        .byKind()
        .forEach((kind, count) -> out.printf("  %-28s %d  %s%n", kind, count, kind.sentence()));
    warnings.kept().stream()
        .limit(MOST_LINES)
        .forEach(w -> out.println(PrintableText.line(w.kind() + "  " + w.text())));
    if (warnings.count() > MOST_LINES) {
      out.println(
          "… and %d more warnings; a JSON report holds all"
              .formatted(warnings.count() - MOST_LINES));
    }
  }

  /** What came of a listing in one line. */
  static String line(Warnings.Compared listing) {
    return "listing of '%s': %d items, %d without operation; %d VERIFIED receipts, %d without item%s"
        .formatted(
            listing.destination(),
            listing.items(),
            listing.withoutOperation(),
            listing.receipts(),
            listing.withoutItem(),
            listing.later() == 0
                ? ""
                : "; " + listing.later() + " newer receipts were not looked for");
  }

  /** A finding in one line. Whoever wrote a record may have wanted to write on this terminal. */
  static String line(Finding finding) {
    String where =
        finding.offset() < 0
            ? finding.topic()
            : "%s-%d@%d".formatted(finding.topic(), finding.partition(), finding.offset());
    String whose = finding.operationId().isEmpty() ? "" : finding.operationId() + "  ";
    return PrintableText.line(
        "%s  %s%s  %s".formatted(finding.rule(), whose, where, finding.text()));
  }
}
