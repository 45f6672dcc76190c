package io.onefold.standalone.cli;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Who makes a decision that a command carries to the ledger. */
final class DecidedBy {
  @Option(
      names = "--by",
      paramLabel = "NAME",
      description =
          "Who decides. With a token the ledger knows, and takes no other name. Default: the name"
              + " of the user on this machine, where there is no token")
  Optional<String> name = Optional.empty();

  /** The name to claim; empty where the token tells it. */
  Optional<String> claimed(Optional<String> token) {
    return token.filter(text -> !text.isBlank()).isPresent() ? name : name.or(DecidedBy::user);
  }

  private static Optional<String> user() {
    return Optional.ofNullable(System.getProperty("user.name"));
  }
}
