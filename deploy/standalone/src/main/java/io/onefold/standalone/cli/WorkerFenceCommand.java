package io.onefold.standalone.cli;

import io.onefold.connector.worker.WorkerFence;
import io.onefold.standalone.StartException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code onefold worker fence}. */
@Command(
    name = "fence",
    mixinStandardHelpOptions = true,
    description = {
      "Declares a worker dead that will not come back, so that its open attempts count as over.",
      "Make sure first that its process is gone: nothing here stops it."
    })
final class WorkerFenceCommand implements Callable<Integer> {
  @Parameters(paramLabel = "WORKER", description = "ID of the dead worker")
  String worker = "";

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "How you know that it is dead")
  String reason = "";

  @Option(
      names = "--by",
      paramLabel = "NAME",
      defaultValue = "${sys:user.name}",
      description = "Who says so. Default: ${DEFAULT-VALUE}")
  String by = "";

  @Option(
      names = "--incarnation",
      paramLabel = "N",
      description = "The dead life's number from its log, where you know it; safer than the clock")
  OptionalLong incarnation = OptionalLong.empty();

  @Mixin KafkaTarget kafka = new KafkaTarget();

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    WorkerFence fence =
        new WorkerFence(kafka.brokers(), Map.copyOf(kafka.clientProperties()), kafka.topics());
    try {
      fence.fence(worker, reason, by, incarnation);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    } catch (IllegalStateException | KafkaException e) {
      throw new StartException(
          "the fence could not be written to Kafka at " + kafka.brokers() + ": " + e.getMessage(),
          e);
    }
    spec.commandLine().getOut().println("worker " + worker + " is declared dead by " + by);
    spec.commandLine()
        .getOut()
        .println("if it lives after all, restart it: until then none of its claims is granted");
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }
}
