package io.onefold.drill;

import io.onefold.standalone.text.Terminal;
import java.io.PrintWriter;

/** What stands below the table when all is over. */
final class Screen {
  private final PrintWriter out;
  private final Terminal terminal;

  Screen(PrintWriter out, Terminal terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  void show(Verdicts verdicts) {
    out.println();
    for (Result result : verdicts.results()) {
      result
          .findings()
          .forEach(
              finding ->
                  out.println(terminal.red(result.scenario().name()) + ": " + finding + "."));
    }
    verdicts
        .common()
        .forEach(finding -> out.println(terminal.red("ledger") + ": " + finding + "."));
    String summary = verdicts.summary();
    out.println(terminal.bold(verdicts.passed() ? terminal.green(summary) : terminal.red(summary)));
    out.flush();
  }
}
