package io.onefold.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The place of one process of a fleet: its name, folders, ports and stretch of network stay, its
 * lives change. Used by one driver; {@link #destroy} by anybody.
 */
final class Slot {
  /** The process has done the first thing that shows that it works. */
  static final String WORKS = "works";

  private static final String MAIN = "io.onefold.standalone.Main";
  private static final String HEAP = "256m";
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration HELLO = Duration.ofSeconds(90);
  private static final Duration ORDINARY_STOP = Duration.ofSeconds(45);

  /** What differs between ledger and worker. */
  record Kind(Role role, List<String> arguments, Map<String, String> environment, Path wiped) {}

  private final String name;
  private final Kind kind;
  private final Jvm jvm;
  private final Control control;
  private final Path log;
  private final Optional<TcpProxy> kafka;
  private final Optional<TcpProxy> provider;
  private final Optional<ProviderTap> tap;
  private final Recoveries recoveries;
  private Optional<AgentLink> link = Optional.empty();
  private volatile Optional<Process> process = Optional.empty();
  private volatile boolean closed;

  Slot(
      String name,
      Kind kind,
      Jvm jvm,
      Control control,
      Path log,
      Optional<TcpProxy> kafka,
      Optional<TcpProxy> provider,
      Optional<ProviderTap> tap,
      Recoveries recoveries) {
    this.name = name;
    this.kind = kind;
    this.jvm = jvm;
    this.control = control;
    this.log = log;
    this.kafka = kafka;
    this.provider = provider;
    this.tap = tap;
    this.recoveries = recoveries;
  }

  String name() {
    return name;
  }

  Role role() {
    return kind.role();
  }

  /** Its network to Kafka; empty if that cannot be cut. */
  Optional<TcpProxy> kafka() {
    return kafka;
  }

  Optional<TcpProxy> provider() {
    return provider;
  }

  boolean alive() {
    return process.map(Process::isAlive).orElse(false);
  }

  /** Starts a new life in which nothing is armed. */
  void start() throws IOException, InterruptedException {
    var unused = start(Optional.empty());
  }

  /**
   * Starts a new life.
   *
   * @param armed a point that may be reached during the start
   * @return as {@link #arm}; already false if none is armed
   */
  CompletableFuture<Boolean> start(Optional<Point> armed) throws IOException, InterruptedException {
    List<String> first = new ArrayList<>();
    first.add(
        "WATCH\t"
            + WORKS
            + "\t"
            + (role() == Role.LEDGER ? Points.FIRST_RECORD : Points.FIRST_CLAIM).encoded());
    armed.map(AgentLink::armLine).ifPresent(first::add);
    long began = System.nanoTime();
    CompletableFuture<AgentLink> hello =
        control.expect(
            name,
            first,
            seen -> recoveries.worked(this, Duration.ofNanos(System.nanoTime() - began)));
    Process started = launch(jvm.attacked(name, role().name(), program()));
    process = Optional.of(started);
    if (closed) {
      destroy();
    }
    CompletableFuture<Boolean> hit =
        hello.thenCompose(
            connected ->
                armed
                    .map(connected::expect)
                    .orElseGet(() -> CompletableFuture.completedFuture(false)));
    link = Optional.of(awaitHello(hello, started));
    return hit;
  }

  private AgentLink awaitHello(CompletableFuture<AgentLink> hello, Process started)
      throws InterruptedException, IOException {
    long until = System.nanoTime() + HELLO.toNanos();
    while (System.nanoTime() < until && (started.isAlive() || hello.isDone())) {
      try {
        return hello.get(100, TimeUnit.MILLISECONDS);
      } catch (TimeoutException notYet) {
        // Looked at again.
      } catch (ExecutionException e) {
        throw new IllegalStateException("nobody completes it with a failure", e);
      }
    }
    throw new IllegalStateException(
        name + " did not start: " + (Files.exists(log) ? Files.readString(log) : ""));
  }

  /**
   * Lives once without being attacked and ends in good order, so that later starts find their
   * classes laid out.
   *
   * @param ready stands in the log once the process works
   */
  void train(String ready) throws IOException, InterruptedException {
    Optional<List<String>> command = jvm.training(role().name(), program());
    if (command.isPresent()) {
      Process training = launch(command.get());
      process = Optional.of(training);
      long until = System.nanoTime() + HELLO.toNanos();
      while (training.isAlive()
          && System.nanoTime() < until
          && !Files.readString(log).contains(ready)) {
        Thread.sleep(LOOK_EVERY);
      }
      stop();
    }
  }

  private Program program() {
    return new Program(HEAP, MAIN, kind.arguments());
  }

  private Process launch(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(kind.environment());
    return builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  /** Arms a point; completes with true when it is reached, with false when it never will be. */
  CompletableFuture<Boolean> arm(Point point) {
    return point
        .wire()
        .map(moment -> tap.orElseThrow().arm(moment))
        .orElseGet(() -> link.orElseThrow().arm(point));
  }

  /** Disarms, and lets go what is held. */
  void free() {
    tap.ifPresent(ProviderTap::free);
    link.ifPresent(AgentLink::free);
  }

  /** SIGKILL. */
  void kill() throws InterruptedException {
    if (process.isPresent()) {
      process.get().destroyForcibly();
      process.get().waitFor();
    }
    tap.ifPresent(ProviderTap::free);
  }

  /** SIGTERM, and SIGKILL if that is not obeyed; true if it was. */
  boolean stop() throws InterruptedException {
    Process running = process.orElseThrow();
    running.destroy();
    boolean obeyed = running.waitFor(ORDINARY_STOP.toSeconds(), TimeUnit.SECONDS);
    kill();
    return obeyed;
  }

  /**
   * SIGSTOP for so long, then SIGCONT. What is held goes on while the process stands still.
   *
   * @return whether both signals reached it; they do not if it has ended by itself
   */
  boolean pause(Duration time) throws IOException, InterruptedException {
    boolean stopped = signal("STOP");
    boolean continued;
    try {
      free();
      Thread.sleep(time);
    } finally {
      continued = signal("CONT");
    }
    return stopped && continued;
  }

  private boolean signal(String signal) throws IOException, InterruptedException {
    return new ProcessBuilder("kill", "-" + signal, Long.toString(process.orElseThrow().pid()))
            .start()
            .waitFor()
        == 0;
  }

  /** Deletes what the process had stored. */
  void wipe() throws IOException {
    Folders.delete(kind.wiped());
  }

  /** How the last life ended, for people; only after it has. */
  String end() {
    return "exit code " + process.map(ended -> Integer.toString(ended.exitValue())).orElse("none");
  }

  /** Ends it for good. */
  void destroy() {
    closed = true;
    process.ifPresent(Process::destroyForcibly);
  }
}
