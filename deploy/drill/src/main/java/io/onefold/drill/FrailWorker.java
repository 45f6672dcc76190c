package io.onefold.drill;

import io.onefold.connector.http.HttpConnector;
import io.onefold.connector.worker.Worker;
import io.onefold.connector.worker.WorkerSettings;
import io.onefold.destination.Destination;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.faults.NamingConnector;
import io.onefold.faults.RoutedWire;
import io.onefold.faults.Routes;
import io.onefold.schema.Topics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A worker in a process of its own that stands still in a chosen moment of one operation and says
 * so, in order to be killed there. It is the same worker whenever it is started again.
 */
final class FrailWorker implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String ID = "frail";
  private static final int LAST_WORDS = 600;

  /** When it stands still. */
  enum Moment {
    /** The gate is about to be asked: nothing was sent. */
    BEFORE,
    /** The answer is there, and nobody knows of it. */
    AFTER
  }

  private final Process process;
  private final Path log;
  private final CompletableFuture<Void> reached = new CompletableFuture<>();

  private FrailWorker(Process process, Path log) {
    this.process = process;
    this.log = log;
    Thread.ofPlatform().daemon().name("frail-worker-output").start(this::listen);
  }

  /** Starts it to stand still in that moment. */
  static FrailWorker start(Trial trial, Operation operation, Moment moment) throws IOException {
    return start(trial, List.of(moment.name(), operation.id()));
  }

  /** Starts it to work. */
  static FrailWorker start(Trial trial) throws IOException {
    return start(trial, List.of());
  }

  private static FrailWorker start(Trial trial, List<String> stop) throws IOException {
    Lane lane = trial.lane();
    Path folder = lane.folder();
    Files.createDirectories(folder);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                // It lives for seconds.
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                FrailWorker.class.getName(),
                lane.bootstrapServers(),
                lane.topics().prefix(),
                folder.resolve(ID).toString(),
                trial.subject().file().toString(),
                trial.subject().destination().name(),
                routes(trial.stage().proxies().routes())));
    command.addAll(stop);
    Path log = folder.resolve(ID + ".log");
    return new FrailWorker(
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start(),
        log);
  }

  private static String routes(Routes routes) {
    List<String> pairs = new ArrayList<>();
    routes.byOrigin().forEach((origin, proxy) -> pairs.add(origin + "=" + proxy));
    return String.join(",", pairs);
  }

  private void listen() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals(StandingWire.HERE)) {
          reached.complete(null);
        }
      }
    } catch (IOException e) {
      // It ended.
    }
  }

  /** False if it did not come to that moment. */
  boolean awaitMoment() throws InterruptedException {
    try {
      reached.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  /** The end of what it logged. */
  String lastWords() {
    try {
      String all = Files.readString(log).strip();
      return all.substring(Math.max(0, all.length() - LAST_WORDS));
    } catch (IOException e) {
      return "(none)";
    }
  }

  /** Kills it without warning. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      var unused = process.waitFor(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The process: bootstrap servers, prefix of the topics, data folder, contract file, destination,
   * routes as {@code origin=proxy,…}, and where it stands still: moment and operation.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Destination destination = DestinationsFile.read(Path.of(args[3])).find(args[4]).orElseThrow();
    Optional<Moment> moment =
        args.length > 6 ? Optional.of(Moment.valueOf(args[6])) : Optional.empty();
    String operation = args.length > 7 ? args[7] : "";
    Worker worker =
        Worker.start(
            new WorkerSettings(
                args[0],
                Map.of(),
                new Topics(args[1]),
                destination.pool(),
                ID,
                Path.of(args[2]),
                new Destinations(Map.of(destination.name(), destination), List.of()),
                List.of(
                    new NamingConnector(
                        HttpConnector.through(
                            network ->
                                new StandingWire(
                                    new RoutedWire(network, new Routes(routes(args[5]))),
                                    moment,
                                    operation)))),
                16,
                16,
                Duration.ofSeconds(2)));
    worker.stopped().join();
  }

  private static Map<String, URI> routes(String text) {
    Map<String, URI> routes = new HashMap<>();
    for (String pair : List.of(text.split(",", -1))) {
      int middle = pair.indexOf('=');
      routes.put(pair.substring(0, middle), URI.create(pair.substring(middle + 1)));
    }
    return routes;
  }
}
