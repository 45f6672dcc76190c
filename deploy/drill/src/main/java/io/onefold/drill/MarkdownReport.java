package io.onefold.drill;

import io.onefold.faults.Exchange;
import java.util.stream.Collectors;

/** The report for people, as a text that also stands in a pull request. */
final class MarkdownReport {
  private final StringBuilder text = new StringBuilder();

  private MarkdownReport() {}

  static String of(Verdicts verdicts) {
    MarkdownReport report = new MarkdownReport();
    report.facts(verdicts);
    report.table(verdicts);
    report.details(verdicts);
    report.exchanges(verdicts);
    return report.text.toString();
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private void facts(Verdicts verdicts) {
    line("# Drill of " + verdicts.subject().destination().name());
    line("");
    line("| | |");
    line("| --- | --- |");
    Facts.of(verdicts).forEach((name, value) -> line("| " + name + " | " + cell(value) + " |"));
    verdicts.common().forEach(finding -> line("\n**" + finding + "**"));
    line("");
  }

  private void table(Verdicts verdicts) {
    line("| scenario | what was done | the destination stored | verdict | seconds |");
    line("| --- | --- | --- | --- | --- |");
    for (Result result : verdicts.results()) {
      boolean skipped = result.status() == Result.Status.SKIPPED;
      line(
          "| %s | %s | %s | %s | %s |"
              .formatted(
                  result.scenario().name(),
                  cell(
                      result.scenario().title()
                          + (result.did().isEmpty() ? "" : ": ")
                          + result.did()),
                  cell(skipped ? String.join("; ", result.notes()) : result.stored()),
                  result.status(),
                  skipped ? "" : "%.1f".formatted(result.took().toMillis() / 1000.0)));
    }
    line("");
  }

  private void details(Verdicts verdicts) {
    for (Result result : verdicts.results()) {
      if (result.operations().isEmpty() && result.findings().isEmpty()) {
        continue;
      }
      line("## " + result.scenario().name() + ": " + result.status());
      line("");
      result.findings().forEach(finding -> line("- **" + finding + "**"));
      result.notes().forEach(note -> line("- " + note));
      for (Outcome outcome : result.operations()) {
        line("- " + operation(outcome));
      }
      line("");
    }
  }

  /** An operation with its receipt, in a sentence. */
  static String operation(Outcome outcome) {
    String reason = outcome.reason().isEmpty() ? "" : " (" + outcome.reason() + ")";
    String receipt =
        outcome.view().path("receipt").isObject()
            ? ", receipt: %s, evidence %s, item %s, journal sequence %s, chain %s"
                .formatted(
                    outcome.view().at("/receipt/outcome").asText(),
                    outcome.view().at("/receipt/evidence").asText(),
                    outcome.view().at("/receipt/providerId").asText("none"),
                    outcome.view().at("/receipt/journalSequence").asText(),
                    outcome.view().at("/receipt/chain").asText())
            : ", no receipt";
    return "`%s`: %s%s after %d write(s) to the destination, which stores %s%s"
        .formatted(
            outcome.operation().id(),
            outcome.state().isEmpty() ? "never submitted" : outcome.state(),
            reason,
            outcome.deliveries(),
            outcome.count().words(),
            receipt);
  }

  private void exchanges(Verdicts verdicts) {
    line("## What went through the proxies");
    line("");
    line("| time | for | request | disturbed | the destination answered | the caller got |");
    line("| --- | --- | --- | --- | --- | --- |");
    for (Exchange exchange : verdicts.exchanges()) {
      line(
          "| %s | %s | %s | %s | %s | %s |"
              .formatted(
                  exchange.at(),
                  cell(exchange.tag()),
                  cell(exchange.method() + " " + exchange.target()),
                  cell(exchange.rule().map(rule -> rule.fault().words()).orElse("")),
                  cell(deliveries(exchange)),
                  exchange.answered().map(String::valueOf).orElse("nothing")));
    }
  }

  /** What the upstream answered, each time it was asked. */
  static String deliveries(Exchange exchange) {
    return exchange.deliveries().isEmpty()
        ? "not asked"
        : exchange.deliveries().stream()
            .map(one -> one.status().map(String::valueOf).orElse(one.problem()))
            .collect(Collectors.joining(", "));
  }

  private static String cell(String value) {
    return value.replace("|", "\\|").replace("\n", " ");
  }
}
