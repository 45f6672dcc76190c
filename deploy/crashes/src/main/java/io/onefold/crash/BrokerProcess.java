package io.onefold.crash;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** One of Kafka's own brokers as a process, with a folder that outlives its lives. */
final class BrokerProcess {
  private static final Duration ORDINARY_STOP = Duration.ofSeconds(60);

  /** Brokers load the same classes whatever their names. */
  private static final String KIND = "broker";

  private final String name;
  private final Path settings;
  private final Path log;
  private final Jvm jvm;
  private final Control control;
  private volatile Process process;

  /** Formats its folder and starts it; returns before it serves. */
  BrokerProcess(
      String name, Path folder, Uuid cluster, Properties properties, Jvm jvm, Control control)
      throws IOException {
    this.name = name;
    this.settings = Files.createDirectories(folder).resolve("server.properties");
    this.log = folder.resolve("broker.log");
    this.jvm = jvm;
    this.control = control;
    try (OutputStream out = Files.newOutputStream(settings)) {
      properties.store(out, null);
    }
    format(cluster, properties);
    process = run();
  }

  private static void format(Uuid cluster, Properties properties) {
    String data = properties.getProperty("log.dirs");
    Formatter formatter =
        new Formatter()
            .setPrintStream(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
            .setNodeId(Integer.parseInt(properties.getProperty("node.id")))
            .setClusterId(cluster.toString())
            .setReleaseVersion(MetadataVersion.latestProduction())
            .setControllerListenerName(BrokerSettings.CONTROLLER)
            .setMetadataLogDirectory(data)
            .setDirectories(List.of(data));
    try {
      formatter.run();
    } catch (Exception e) {
      throw new IllegalStateException("the broker's folder " + data + " cannot be formatted", e);
    }
  }

  private Process run() throws IOException {
    // Nothing is armed in it; with the agent it ends when the harness does, whatever ends that.
    var unused = control.expect(name, List.of(), seen -> {});
    return new ProcessBuilder(
            jvm.attackedSeldom(
                name, KIND, new Program("400m", "kafka.Kafka", List.of(settings.toString()))))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  String name() {
    return name;
  }

  boolean alive() {
    return process.isAlive();
  }

  /** What it has said, for people. */
  String said() throws IOException {
    return Files.readString(log);
  }

  /** Starts the next life; returns before it serves. */
  void start() throws IOException {
    process = run();
  }

  /** SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** SIGTERM, and SIGKILL if that is not obeyed; true if it was. */
  boolean stop() throws InterruptedException {
    process.destroy();
    boolean obeyed = process.waitFor(ORDINARY_STOP.toSeconds(), TimeUnit.SECONDS);
    kill();
    return obeyed;
  }

  /** Ends it without waiting. */
  void destroy() {
    process.destroyForcibly();
  }
}
