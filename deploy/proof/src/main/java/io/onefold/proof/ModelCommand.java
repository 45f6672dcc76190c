package io.onefold.proof;

import io.onefold.proof.weakening.Checkout;
import io.onefold.proof.weakening.WeakeningException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code onefold prove model}: hands over to the script beside the model. */
@Command(
    name = "model",
    description = {
      "Checks the protocol as a model, in every state within stated bounds; needs spin and gcc.",
      "Everything after it is for processor/model/check; try: prove model --help"
    })
final class ModelCommand implements Callable<Integer> {
  private static final Path SCRIPT = Path.of("processor", "model", "check");

  @Parameters(arity = "0..*", paramLabel = "ARG", description = "Options and patterns of the check")
  @Nullable List<String> arguments;

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    try {
      List<String> command = new ArrayList<>();
      command.add(Checkout.find().file(SCRIPT).toString());
      command.addAll(arguments == null ? List.of() : arguments);
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    } catch (WeakeningException | IOException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
