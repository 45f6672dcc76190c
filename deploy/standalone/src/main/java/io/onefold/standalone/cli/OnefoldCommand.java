package io.onefold.standalone.cli;

import io.onefold.standalone.StartException;
import io.onefold.standalone.client.ProblemException;
import io.onefold.standalone.client.UnreachableException;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code onefold} with all that it can do. */
@Command(
    name = "onefold",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "One business request, one accepted external outcome, and the proof of it.",
    footer = {
      "",
      "Started by the launcher as programs of their own:",
      "  drill         Tries a contract against a sandbox of its destination, with every fault.",
      "  prove         Attacks the promise: simulation, weakenings, model or crashes.",
      "",
      "'onefold COMMAND --help' explains a command.",
      "Exit codes: 0 fine, 1 the command's own negative answer, 2 wrong usage or configuration,",
      "3 something needed is unreachable."
    },
    subcommands = {
      DemoCommand.class,
      StandaloneCommand.class,
      LedgerCommand.class,
      WorkerCommand.class,
      AccessCommand.class,
      TopicsCommand.class,
      DestinationsCommand.class,
      SubmitCommand.class,
      StatusCommand.class,
      ExplainCommand.class,
      ReceiptsCommand.class,
      EscalationsCommand.class,
      JournalCommand.class,
      VerifyReceiptCommand.class,
      KeysCommand.class,
      ReviewCommand.class,
      EraseCommand.class,
      AuditCommand.class,
      HashCommand.class,
      LoadCommand.class,
      RebuildCommand.class,
      ReplayCommand.class,
    })
public final class OnefoldCommand {
  OnefoldCommand() {}

  /**
   * A command line that is ready to execute; {@code execute} returns the exit code and does not
   * throw.
   */
  public static CommandLine commandLine() {
    return new CommandLine(new OnefoldCommand())
        .setUsageHelpWidth(100)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(OnefoldCommand::report);
  }

  /**
   * People get one line, not a stack trace; an exception that nobody expects is a bug and shows
   * all.
   */
  private static int report(Exception failure, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    int code =
        switch (failure) {
          case UsageException e -> ExitCode.USAGE;
          case UnreachableException e -> ExitCode.UNREACHABLE;
          case LogTarget.RefusedException e -> ExitCode.NEGATIVE;
          case StartException e -> e.isConfiguration() ? ExitCode.USAGE : ExitCode.UNREACHABLE;
          case ConfigException e -> ExitCode.USAGE;
          case ProblemException e -> e.status() >= 500 ? ExitCode.UNREACHABLE : ExitCode.NEGATIVE;
          default -> throw failure;
        };
    command.getErr().println("onefold: " + failure.getMessage());
    command.getErr().flush();
    return code;
  }
}
