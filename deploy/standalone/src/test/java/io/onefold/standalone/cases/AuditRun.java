package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.standalone.cli.OnefoldCommand;
import java.io.PrintWriter;
import java.io.StringWriter;

/** {@code onefold audit} over what an installation has written. */
final class AuditRun {
  private AuditRun() {}

  /** Fails if anything is found. */
  static void findsNothing(String bootstrapServers) {
    StringWriter out = new StringWriter();
    int code =
        OnefoldCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(out, true))
            .execute("audit", "--bootstrap-servers", bootstrapServers);
    assertEquals(0, code, out.toString());
  }
}
