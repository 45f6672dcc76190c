package io.onefold.standalone.cli;

import io.onefold.connector.worker.Worker;
import io.onefold.connector.worker.WorkerLimits;
import io.onefold.connector.worker.WorkerSettings;
import io.onefold.destination.Destinations;
import io.onefold.schema.Topics;
import io.onefold.standalone.Connectors;
import io.onefold.standalone.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code onefold worker}. */
@Command(
    name = "worker",
    mixinStandardHelpOptions = true,
    subcommands = WorkerFenceCommand.class,
    description = {
      "Runs one connector worker of a pool, until it is stopped.",
      "Needs --id and --destinations; each worker has an ID and a data folder of its own."
    })
final class WorkerCommand implements Callable<Integer> {
  @Mixin KafkaTarget kafka = new KafkaTarget();
  @Mixin WorkerPort watched = new WorkerPort();
  @Mixin PayloadKeyOptions payloadKeys = new PayloadKeyOptions();

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Option(
      names = "--pool",
      paramLabel = "POOL",
      defaultValue = Topics.DEFAULT_POOL,
      description = "The pool whose commands it takes. Default: ${DEFAULT-VALUE}")
  String pool = Topics.DEFAULT_POOL;

  // Not marked as required: 'worker fence' has no use for them.
  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "Its stable name: 1 to 100 characters of A-Z a-z 0-9 . _ -")
  Optional<String> id = Optional.empty();

  @Option(
      names = "--destinations",
      paramLabel = "FILE",
      description = "The contract file; the same as the ledger's")
  Optional<Path> destinations = Optional.empty();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Its own folder. Default: onefold-data/workers/ID")
  Optional<Path> data = Optional.empty();

  @Option(
      names = "--max-in-flight",
      paramLabel = "N",
      description =
          "Attempts at a time, at least 1. Default: " + WorkerLimits.DEFAULT_MAX_IN_FLIGHT)
  int maxInFlight = WorkerLimits.DEFAULT_MAX_IN_FLIGHT;

  @Option(
      names = "--max-readbacks",
      paramLabel = "N",
      description =
          "Readbacks at a time, beside the attempts, at least 1. Default: "
              + WorkerLimits.DEFAULT_MAX_READBACKS)
  int maxReadbacks = WorkerLimits.DEFAULT_MAX_READBACKS;

  @Option(
      names = "--stop-timeout",
      paramLabel = "DURATION",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description = "Longest duration of a stop, at least 1s. Default: ${DEFAULT-VALUE}")
  Duration stopTimeout = WorkerSettings.DEFAULT_STOP_TIMEOUT;

  @Override
  public Integer call() throws InterruptedException {
    String name = id.orElseThrow(() -> new UsageException("--id is missing"));
    Path file = destinations.orElseThrow(() -> new UsageException("--destinations is missing"));
    Destinations contracts = DestinationsCommand.read(file);
    DestinationsCommand.requireSecrets(contracts.inPool(pool));
    WorkerSettings settings = settings(name, contracts);
    watched.open();
    try {
      Worker worker = start(settings);
      watched.show(worker);
      watched.address().ifPresent(this::say);
      Foreground.of(worker).await(worker.stopped());
      return ExitCode.OK;
    } finally {
      watched.close();
    }
  }

  private void say(String address) {
    spec.commandLine().getOut().println("The worker is started: " + address);
    spec.commandLine().getOut().flush();
  }

  private WorkerSettings settings(String name, Destinations contracts) {
    try {
      return new WorkerSettings(
          kafka.brokers(),
          Map.copyOf(kafka.clientProperties()),
          kafka.topics(),
          pool,
          name,
          data.orElse(Path.of("onefold-data", "workers", name)),
          contracts,
          Connectors.all(),
          maxInFlight,
          maxReadbacks,
          stopTimeout,
          payloadKeys.keys());
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    }
  }

  private static Worker start(WorkerSettings settings) throws InterruptedException {
    try {
      return Worker.start(settings);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    } catch (IllegalStateException | IOException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    } catch (KafkaException e) {
      throw new StartException(
          "Kafka at " + settings.bootstrapServers() + " cannot be used: " + e.getMessage(), e);
    }
  }
}
