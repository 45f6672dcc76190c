package io.onefold.standalone.cli;

import io.onefold.standalone.StartException;
import io.onefold.standalone.TemporaryFolder;
import io.onefold.standalone.load.LoadReport;
import io.onefold.standalone.load.LoadRun;
import io.onefold.standalone.load.LoadSettings;
import io.onefold.standalone.load.SelfContained;
import io.onefold.standalone.text.Terminal;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code onefold load}. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Measures how long intents take to their receipts.",
      "Submits intents at a fixed rate straight to Kafka. With --self it brings a broker, a ledger,"
          + " a",
      "worker and a provider that answers at once; otherwise it needs a running ledger, and each",
      "intent is a real one for the destination that is named.",
      "Exit code 1 if a receipt is missing or doubled, or the backlog grew."
    })
final class LoadCommand implements Callable<Integer> {
  @Mixin KafkaTarget kafka = new KafkaTarget();
  @Mixin Output output = new Output();

  @Option(names = "--self", description = "Bring everything that is needed, in this process")
  boolean self;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "100",
      description = "Intents per second, 1 to 100000. Default: ${DEFAULT-VALUE}")
  int rate = 100;

  @Option(
      names = "--duration",
      paramLabel = "DURATION",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description = "How long intents are submitted, at least 1s. Default: ${DEFAULT-VALUE}")
  Duration duration = Duration.ofSeconds(30);

  @Option(
      names = "--warm-up",
      paramLabel = "DURATION",
      defaultValue = "10s",
      converter = DurationConverter.class,
      description = {
        "First submit for this long at the same rate without measuring; a fresh process is slow.",
        "0s measures from the cold start on.",
        "Default: ${DEFAULT-VALUE}"
      })
  Duration warmUp = Duration.ofSeconds(10);

  @Option(
      names = "--drain",
      paramLabel = "DURATION",
      defaultValue = "60s",
      converter = DurationConverter.class,
      description = "How long the last receipts may take. Default: ${DEFAULT-VALUE}")
  Duration drain = Duration.ofSeconds(60);

  @Option(
      names = "--payload-bytes",
      paramLabel = "N",
      defaultValue = "512",
      description = "Size of each payload, 32 to 900000. Default: ${DEFAULT-VALUE}")
  int payloadBytes = 512;

  @Option(names = "--destination", paramLabel = "NAME", description = "Where the intents go")
  String destination = "";

  @Option(names = "--account", paramLabel = "NAME", description = "The account they name")
  String account = "";

  @Option(names = "--environment", paramLabel = "NAME", description = "The environment they name")
  String environment = "";

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    if (!self && (destination.isEmpty() || account.isEmpty() || environment.isEmpty())) {
      throw new UsageException(
          "--destination, --account and --environment are needed, or --self for all of it");
    }
    LoadReport report = self ? measureItself() : measure(kafka.allProperties(), target());
    PrintWriter out = spec.commandLine().getOut();
    out.println(output.json() ? report.json() : report.line());
    out.flush();
    return report.passed() ? ExitCode.OK : ExitCode.NEGATIVE;
  }

  private LoadSettings.Target target() {
    return new LoadSettings.Target(destination, account, environment);
  }

  private LoadReport measureItself() throws InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.create("onefold-load-");
        SelfContained installation = SelfContained.start(folder.path())) {
      return measure(
          Map.of("bootstrap.servers", installation.bootstrapServers()), SelfContained.TARGET);
    }
  }

  private LoadReport measure(Map<String, String> properties, LoadSettings.Target target)
      throws InterruptedException {
    ProgressBar bar =
        new ProgressBar(
            spec.commandLine().getErr(), Terminal.ofProcess().err(), OptionalLong.empty());
    LoadSettings settings = settings(properties, target);
    try {
      if (warmUp.isPositive()) {
        LoadRun.run(settings.lasting(warmUp), text -> bar.update(0, "warming up: " + text));
      }
      return LoadRun.run(settings, text -> bar.update(0, text));
    } catch (KafkaException e) {
      throw new StartException("Kafka cannot be used: " + e.getMessage(), e);
    } finally {
      bar.clear();
    }
  }

  private LoadSettings settings(Map<String, String> properties, LoadSettings.Target target) {
    try {
      return new LoadSettings(
          properties, kafka.topics(), rate, duration, drain, payloadBytes, target);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    }
  }
}
