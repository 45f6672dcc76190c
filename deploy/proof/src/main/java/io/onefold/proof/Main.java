package io.onefold.proof;

import java.util.Objects;
import picocli.CommandLine;

/** The program behind {@code onefold prove}. */
public final class Main {
  private static final String WARM_UP = "--warm-up";

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    if (args.length == 1 && args[0].equals(WARM_UP)) {
      // The launcher lays out the classes that this needs; a proof runs long enough to load them.
      return;
    }
    System.exit(commandLine().execute(args));
  }

  /** A command line that is ready to execute. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Onefold()).setUsageHelpWidth(100);
    // Its options belong to the script that it runs.
    command(command(line, "prove"), "model").setUnmatchedOptionsArePositionalParams(true);
    return line;
  }

  private static CommandLine command(CommandLine above, String name) {
    return Objects.requireNonNull(above.getSubcommands().get(name), name);
  }

  @CommandLine.Command(name = "onefold", subcommands = ProveCommand.class)
  static final class Onefold {}
}
