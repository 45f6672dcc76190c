package io.onefold.proof;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The program behind {@code onefold prove}. */
public final class Main {
  private static final String WARM_UP = "--warm-up";

  /** An attack that broke down has shown nothing, and must not look like a broken promise. */
  private static final int FAILED = 3;

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
    // Its options belong to the script that it runs.
    CommandLine model =
        new CommandLine(new ModelCommand()).setUnmatchedOptionsArePositionalParams(true);
    CommandLine prove = new CommandLine(new ProveCommand()).addSubcommand(model);
    return new CommandLine(new Onefold())
        .addSubcommand(prove)
        .setUsageHelpWidth(100)
        .setExitCodeExceptionMapper(Main::exitCodeOf);
  }

  private static int exitCodeOf(Throwable failure) {
    return failure instanceof ParameterException ? CommandLine.ExitCode.USAGE : FAILED;
  }

  @CommandLine.Command(name = "onefold")
  static final class Onefold {}
}
