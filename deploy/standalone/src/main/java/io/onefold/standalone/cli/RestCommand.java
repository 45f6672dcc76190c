package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.standalone.client.OnefoldClient;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that asks a ledger over REST. */
abstract class RestCommand implements Callable<Integer> {
  @Mixin Output output = new Output();

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Override
  public Integer call() {
    try (OnefoldClient ledger = connect()) {
      return ask(ledger);
    } finally {
      out().flush();
    }
  }

  /** A client of the ledger that the options name. */
  abstract OnefoldClient connect();

  /** Asks and prints; returns the exit code. */
  abstract int ask(OnefoldClient ledger);

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Says on standard error what is wrong; returns the exit code of a negative answer. */
  int negative(String message) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("onefold: " + message);
    err.flush();
    return ExitCode.NEGATIVE;
  }

  /** The text of a field, empty where there is none. */
  static String text(JsonNode node, String... path) {
    JsonNode at = node;
    for (String name : path) {
      at = at.path(name);
    }
    return at.isNull() || at.isMissingNode() ? "" : at.asText();
  }
}
