package io.onefold.standalone.cases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An {@code onefold} command in a process of its own, which can be frozen and let run on. */
final class FreezableProcess implements AutoCloseable {
  private final Path log;
  private final List<String> arguments;
  private Process process;

  private FreezableProcess(Path log, List<String> arguments) throws IOException {
    this.log = log;
    this.arguments = List.copyOf(arguments);
    this.process = run();
  }

  /**
   * Starts it.
   *
   * @param log where its output goes
   * @param arguments of {@code onefold}
   */
  static FreezableProcess start(Path log, List<String> arguments) throws IOException {
    return new FreezableProcess(log, arguments);
  }

  private Process run() throws IOException {
    return OnefoldProcess.command(log, arguments.toArray(String[]::new));
  }

  /** Stops every thread of it at once, without its knowing. */
  void freeze() throws Exception {
    signal("STOP");
  }

  /** Lets it run on, as if no time had passed. */
  void letRunOn() throws Exception {
    signal("CONT");
  }

  private void signal(String name) throws Exception {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
    if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
      throw new IllegalStateException("SIG" + name + " did not reach " + process);
    }
  }

  /** Starts it again if it has ended by itself. */
  void startAgainIfEnded() throws IOException {
    if (!process.isAlive()) {
      process = run();
    }
  }

  /** What it has said so far. */
  String log() throws IOException {
    return Files.readString(log);
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
  }
}
