package io.onefold.standalone;

import io.onefold.standalone.cli.OnefoldCommand;
import io.onefold.standalone.telemetry.Telemetry;
import java.io.PrintWriter;
import java.io.Writer;
import picocli.CommandLine;

/** The program that {@code deploy/onefold} runs. */
public final class Main {
  private static final String WARM_UP = "--warm-up";

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    if (args.length == 1 && args[0].equals(WARM_UP)) {
      warmUp();
      return;
    }
    quietLogs(args);
    try {
      Telemetry.start(args.length == 0 ? "" : args[0], System.getenv());
    } catch (IllegalArgumentException e) {
      System.err.println("onefold: " + e.getMessage());
      System.exit(CommandLine.ExitCode.USAGE);
    }
    System.exit(OnefoldCommand.commandLine().execute(args));
  }

  /** What these commands print is for people who watch; logs would only come between. */
  private static void quietLogs(String[] args) {
    boolean watched = args.length > 0 && (args[0].equals("demo") || args[0].equals("load"));
    if (watched && System.getenv("ONEFOLD_LOG") == null) {
      System.setProperty("ONEFOLD_LOG", "WARN");
      System.setProperty("ONEFOLD_LOG_OTHERS", "ERROR");
    }
  }

  /**
   * Loads what short commands use, so that the launcher can lay it out in advance. Nothing listens
   * on port 1.
   */
  private static void warmUp() {
    for (String[] args :
        new String[][] {{"--help"}, {"status", "warm-up", "--url", "http://127.0.0.1:1"}}) {
      OnefoldCommand.commandLine()
          .setOut(new PrintWriter(Writer.nullWriter()))
          .setErr(new PrintWriter(Writer.nullWriter()))
          .execute(args);
    }
  }
}
