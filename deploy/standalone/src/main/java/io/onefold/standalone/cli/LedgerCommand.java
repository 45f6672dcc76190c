package io.onefold.standalone.cli;

import io.onefold.standalone.RunningLedger;
import io.onefold.topology.LedgerSettings;
import io.onefold.topology.Signing;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code onefold ledger}. */
@Command(
    name = "ledger",
    mixinStandardHelpOptions = true,
    description = {
      "Runs one ledger instance with its REST interface, until it is stopped.",
      "Instances of the same --application-id share the work. The topics must exist."
    })
final class LedgerCommand implements Callable<Integer> {
  @Mixin KafkaTarget kafka = new KafkaTarget();

  @Mixin AccessOptions access = new AccessOptions();

  @Mixin SigningOptions signing = new SigningOptions();

  @Mixin PayloadKeyOptions payloadKeys = new PayloadKeyOptions();

  @Option(
      names = "--destinations",
      required = true,
      paramLabel = "FILE",
      description = "The contract file; the same as the workers'")
  Path destinations = Path.of("");

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "onefold-data/state",
      description = "Folder of its stores; one for each instance. Default: ${DEFAULT-VALUE}")
  Path data = Path.of("");

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address to listen on. Default: ${DEFAULT-VALUE}")
  String host = "";

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8080",
      description = "Port to listen on; 0 takes a free one. Default: ${DEFAULT-VALUE}")
  int port;

  @Option(
      names = "--advertised-host",
      paramLabel = "NAME",
      description =
          "Name under which other instances reach it. Default: --host, or this machine's name where"
              + " that is 0.0.0.0 or ::")
  Optional<String> advertisedHost = Optional.empty();

  @Option(
      names = "--application-id",
      paramLabel = "ID",
      defaultValue = LedgerSettings.DEFAULT_APPLICATION_ID,
      description = "Name of the ledger. Default: ${DEFAULT-VALUE}")
  String applicationId = "";

  @Option(
      names = "--commit-interval",
      paramLabel = "DURATION",
      defaultValue = "50ms",
      converter = DurationConverter.class,
      description =
          "Time between two transactions, 10ms to 10s; bounds the delay of every step. Default:"
              + " ${DEFAULT-VALUE}")
  Duration commitInterval = Duration.ZERO;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Stream threads, 1 to 64. Default: ${DEFAULT-VALUE}")
  int threads;

  @Option(
      names = "--standby-replicas",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Warm copies of each store on other instances, 0 to 10. Default: ${DEFAULT-VALUE}")
  int standbyReplicas;

  @Option(
      names = "--group-protocol",
      paramLabel = "NAME",
      defaultValue = "classic",
      description =
          "How instances share the work: classic, or streams for brokers that have it. Default:"
              + " ${DEFAULT-VALUE}")
  String groupProtocol = "";

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    LedgerSettings settings = settings();
    RunningLedger ledger = RunningLedger.start(settings);
    Foreground foreground = Foreground.of(ledger);
    ledger.awaitReady();
    spec.commandLine()
        .getOut()
        .println(
            "The ledger is ready: %s://%s:%d"
                .formatted(settings.rest().access().scheme(), host, ledger.restPort()));
    spec.commandLine().getOut().flush();
    foreground.await(ledger.stopped());
    return ExitCode.OK;
  }

  private LedgerSettings settings() {
    try {
      Signing signs = signing.signing().orElseGet(Signing::none);
      return new LedgerSettings(
          new LedgerSettings.Cluster(
              kafka.brokers(), Map.copyOf(kafka.clientProperties()), kafka.topics()),
          applicationId,
          data,
          DestinationsCommand.read(destinations),
          new LedgerSettings.Streaming(commitInterval, threads, standbyReplicas, groupProtocol),
          new LedgerSettings.Rest(
              host, port, advertisedHost.orElseGet(this::reachableName), access.settings(host)),
          signs,
          payloadKeys.keys());
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    }
  }

  private String reachableName() {
    if (!host.equals("0.0.0.0") && !host.equals("::")) {
      return host;
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      throw new UsageException(
          "this machine does not know its name; name it with --advertised-host", e);
    }
  }
}
