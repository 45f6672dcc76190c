package io.onefold.standalone.cli;

import io.onefold.processor.rebuild.Progress;
import io.onefold.processor.rebuild.RebuildSettings;
import io.onefold.standalone.DataDirectory;
import io.onefold.standalone.EmbeddedKafka;
import io.onefold.standalone.StartException;
import io.onefold.standalone.text.Terminal;
import io.onefold.topology.LedgerSettings;
import io.onefold.topology.StartRefusedException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SerializationException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Which ledger's log a command reads, in a cluster or in the folder of a standalone installation.
 */
final class LogTarget {
  @Mixin KafkaTarget kafka = new KafkaTarget();

  @Option(
      names = "--application-id",
      paramLabel = "ID",
      defaultValue = LedgerSettings.DEFAULT_APPLICATION_ID,
      description = "Name of the ledger. Default: ${DEFAULT-VALUE}")
  String applicationId = "";

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = {
        "Folder of a stopped standalone installation; its broker is started for this command.",
        "Takes the place of --bootstrap-servers"
      })
  Optional<Path> data = Optional.empty();

  @Option(
      names = "--work",
      paramLabel = "DIR",
      defaultValue = "${sys:java.io.tmpdir}",
      description =
          "Folder for temporary files, about 1 kB for each operation. Default: ${DEFAULT-VALUE}")
  Path work = Path.of("");

  /**
   * Does something with the log.
   *
   * @param stateDir folder of an instance's stores, which is then emptied
   */
  <T> T with(Optional<Path> stateDir, Function<RebuildSettings, T> run) {
    try {
      if (data.isEmpty()) {
        return run.apply(settings(kafka.brokers(), Map.copyOf(kafka.clientProperties()), stateDir));
      }
      Path folder = data.orElseThrow();
      if (!Files.isDirectory(folder.resolve("kafka"))) {
        throw new UsageException("--data: " + folder + " holds no standalone installation");
      }
      try (DataDirectory installation = DataDirectory.open(folder);
          EmbeddedKafka broker = EmbeddedKafka.start(installation.kafka(), 0)) {
        return run.apply(
            settings(
                broker.bootstrapServers(), Map.of(), stateDir.map(any -> installation.state())));
      }
    } catch (StartRefusedException e) {
      if (isUnreachable(e)) {
        throw new StartException(String.valueOf(e.getMessage()), e);
      }
      throw new RefusedException(String.valueOf(e.getMessage()), e);
    } catch (SerializationException e) {
      throw new RefusedException("the log cannot be read: " + e.getMessage(), e);
    } catch (KafkaException e) {
      throw new StartException("Kafka cannot be used: " + e.getMessage(), e);
    }
  }

  private RebuildSettings settings(
      String brokers, Map<String, Object> properties, Optional<Path> stateDir) {
    return new RebuildSettings(
        new LedgerSettings.Cluster(brokers, properties, kafka.topics()),
        applicationId,
        work,
        stateDir);
  }

  private static boolean isUnreachable(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof SerializationException) {
        return false;
      }
      if (t instanceof KafkaException || t instanceof java.util.concurrent.TimeoutException) {
        return true;
      }
    }
    return false;
  }

  /** The command's own negative answer, in one line. */
  static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Paints how far it is; each phase has a bar of its own. */
  static final class Bars implements Progress, AutoCloseable {
    private static final long EVERY = 1_000;

    private final PrintWriter err;
    private final boolean shown = Terminal.ofProcess().err();
    private String phase = "";
    private ProgressBar bar;

    Bars(PrintWriter err) {
      this.err = err;
      this.bar = new ProgressBar(err, shown, OptionalLong.empty());
    }

    @Override
    public void at(String now, long done, long total) {
      if (shown && done % EVERY == 0) {
        paint(now, done, total);
      }
    }

    private synchronized void paint(String now, long done, long total) {
      if (!phase.equals(now)) {
        bar.clear();
        phase = now;
        bar =
            new ProgressBar(err, shown, total == 0 ? OptionalLong.empty() : OptionalLong.of(total));
      }
      bar.update(done, "%s: %,d".formatted(now, done));
    }

    @Override
    public synchronized void close() {
      bar.clear();
    }
  }
}
