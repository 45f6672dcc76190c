package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.standalone.cli.OnefoldCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** {@code onefold audit} over what an installation has written. */
final class AuditRun {
  private AuditRun() {}

  /**
   * Fails if anything is found.
   *
   * @param more options
   * @return what was printed
   */
  static String findsNothing(String bootstrapServers, String... more) {
    List<String> options =
        new ArrayList<>(List.of("audit", "--bootstrap-servers", bootstrapServers));
    options.addAll(List.of(more));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        OnefoldCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(options.toArray(String[]::new));
    assertEquals(0, code, out.toString() + err);
    return out.toString();
  }
}
