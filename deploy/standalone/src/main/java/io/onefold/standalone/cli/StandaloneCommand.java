package io.onefold.standalone.cli;

import io.onefold.destination.Destinations;
import io.onefold.schema.Topics;
import io.onefold.standalone.Standalone;
import io.onefold.standalone.StandaloneSettings;
import io.onefold.topology.Signing;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code onefold standalone}. */
@Command(
    name = "standalone",
    mixinStandardHelpOptions = true,
    description = {
      "Runs broker, ledger and workers in one process, until it is stopped.",
      "Its data outlives any end of the process."
    })
final class StandaloneCommand implements Callable<Integer> {
  private static final int MOST_PARTITIONS = 100;

  @Option(
      names = "--destinations",
      required = true,
      paramLabel = "FILE",
      description = "The contract file; a worker is started for each of its pools")
  Path destinations = Path.of("");

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "onefold-data",
      description = "Where all data lives. Default: ${DEFAULT-VALUE}")
  Path data = Path.of("");

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address of the REST interface. Default: ${DEFAULT-VALUE}")
  String host = "";

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8080",
      description = "Port of the REST interface; 0 takes a free one. Default: ${DEFAULT-VALUE}")
  int port;

  @Option(
      names = "--kafka-port",
      paramLabel = "N",
      defaultValue = "9092",
      description =
          "Port of the broker on 127.0.0.1; 0 takes a free one. Default: ${DEFAULT-VALUE}")
  int kafkaPort;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "Partitions of new topics, 1 to 100; fixed at the first start. Default: 6")
  Optional<Integer> partitions = Optional.empty();

  @Mixin AccessOptions access = new AccessOptions();

  @Mixin SigningOptions signing = new SigningOptions();

  @Mixin PayloadKeyOptions payloadKeys = new PayloadKeyOptions();

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Standalone standalone = Standalone.start(settings());
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        "Onefold is ready: %s (Kafka %s, data in %s)"
            .formatted(standalone.url(), standalone.bootstrapServers(), data));
    out.flush();
    Foreground.of(standalone).await(standalone.stopped());
    return ExitCode.OK;
  }

  private StandaloneSettings settings() {
    checkRange("--port", port, 0, 65_535);
    checkRange("--kafka-port", kafkaPort, 0, 65_535);
    partitions.ifPresent(number -> checkRange("--partitions", number, 1, MOST_PARTITIONS));
    Optional<Signing> signs = signing.signing();
    Destinations contracts = DestinationsCommand.read(destinations);
    DestinationsCommand.requireSecrets(contracts.all());
    return new StandaloneSettings(
        data,
        contracts,
        Topics.standard(),
        host,
        port,
        kafkaPort,
        partitions,
        access.settings(host),
        signs,
        signing.checkpointInterval,
        payloadKeys.keys());
  }

  private static void checkRange(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new UsageException(
          "%s is %d; allowed are %d to %d".formatted(option, value, least, most));
    }
  }
}
