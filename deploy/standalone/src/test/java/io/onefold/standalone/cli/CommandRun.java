package io.onefold.standalone.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command did. */
record CommandRun(int exitCode, String out, String err) {

  /** Runs a command in this process. */
  static CommandRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        OnefoldCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(args);
    return new CommandRun(code, out.toString(), err.toString());
  }
}
