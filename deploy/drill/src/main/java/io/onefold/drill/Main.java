package io.onefold.drill;

import io.onefold.standalone.StartException;
import io.onefold.standalone.text.Terminal;
import picocli.CommandLine;

/** The program behind {@code onefold drill}. */
public final class Main {
  private static final String WARM_UP = "--warm-up";
  private static final int USAGE = 2;
  private static final int UNREACHABLE = 3;

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    if (args.length == 1 && args[0].equals(WARM_UP)) {
      // The launcher lays out the classes that this needs; a drill runs long enough to load them.
      return;
    }
    if (System.getenv("ONEFOLD_LOG") == null) {
      // What goes wrong is meant to: people watch the table, not the logs of the ledger.
      System.setProperty("ONEFOLD_LOG", "OFF");
      System.setProperty("ONEFOLD_LOG_OTHERS", "OFF");
      System.setProperty("ONEFOLD_LOG_KAFKA", "OFF");
    }
    System.exit(commandLine(Terminal.ofProcess()).execute(args));
  }

  /** A command line that is ready to execute. */
  static CommandLine commandLine(Terminal terminal) {
    return new CommandLine(new Onefold())
        .addSubcommand(new DrillCommand(terminal))
        .setUsageHelpWidth(100)
        .setExecutionExceptionHandler(Main::report);
  }

  private static int report(Exception failure, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    int code =
        switch (failure) {
          case WrongUseException e -> USAGE;
          case StartException e -> UNREACHABLE;
          default -> throw failure;
        };
    command.getErr().println("onefold: " + failure.getMessage());
    command.getErr().flush();
    return code;
  }

  @CommandLine.Command(name = "onefold")
  static final class Onefold {}
}
