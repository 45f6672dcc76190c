package io.onefold.standalone.cli;

import io.onefold.standalone.client.OnefoldClient;
import picocli.CommandLine.Mixin;

/** A command whose {@code --url} is the ledger's address. */
abstract class TargetedCommand extends RestCommand {
  @Mixin Target target = new Target();

  @Override
  OnefoldClient connect() {
    return target.connect();
  }
}
