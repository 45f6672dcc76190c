package io.onefold.standalone.cli;

import picocli.CommandLine.Option;

/** Who makes a decision that a command carries to the ledger. */
final class DecidedBy {
  @Option(
      names = "--by",
      paramLabel = "NAME",
      defaultValue = "${sys:user.name}",
      description = "Who decides, where the ledger asks for no proof. Default: ${DEFAULT-VALUE}")
  String name = "";
}
