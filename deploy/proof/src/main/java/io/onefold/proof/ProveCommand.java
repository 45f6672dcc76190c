package io.onefold.proof;

import io.onefold.crash.CrashesCommand;
import io.onefold.crash.RollingCommand;
import io.onefold.proof.weakening.WeakeningsCommand;
import picocli.CommandLine.Command;

/** {@code onefold prove}: attacks on Onefold that anybody can repeat. */
@Command(
    name = "prove",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Attacks Onefold and tells whether its promise was kept.",
    footer = {"", "Exit codes: 0 kept, 1 broken, 2 wrong usage, 3 the attack itself failed."},
    subcommands = {
      SimulationCommand.class,
      WeakeningsCommand.class,
      CrashesCommand.class,
      RollingCommand.class,
    })
final class ProveCommand {
  ProveCommand() {}
}
