package io.onefold.lab;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/**
 * A server of the lab, run by its script under {@code deploy/lab/servers}. It listens on 127.0.0.1
 * and keeps its data from run to run, so tests count only what they made themselves.
 */
final class LabServer {
  private static final Path SCRIPTS = Path.of("servers").toAbsolutePath();
  private static final Path DATA = Path.of(System.getProperty("lab.data", "/var/tmp/onefold-lab"));
  private static final long INSTALL_MINUTES = 20;
  private static final long COMMAND_MINUTES = 5;

  private final String name;
  private final int port;
  private final Map<String, String> environment;

  private LabServer(String name, int port, Map<String, String> environment) {
    this.name = name;
    this.port = port;
    this.environment = environment;
  }

  /**
   * Installs the server if it is missing, and starts it on this port and its neighbours.
   *
   * @throws TestAbortedException if it cannot be had here: the tests are skipped, with that reason
   */
  static LabServer start(String name, int port) throws IOException, InterruptedException {
    prepare(name, "install");
    prepare(name, "stop");
    Optional<String> failure = run(name, "start", COMMAND_MINUTES, String.valueOf(port));
    if (failure.isPresent()) {
      run(name, "stop", COMMAND_MINUTES);
      throw new IllegalStateException("%s did not start: %s".formatted(name, failure.get()));
    }
    Map<String, String> environment = environment(name);
    LabSecrets.write(name, environment);
    return new LabServer(name, port, environment);
  }

  /**
   * Installs what is no server, if it is missing.
   *
   * @return where it is
   * @throws TestAbortedException if it cannot be had here: the tests are skipped, with that reason
   */
  static Path install(String name) throws IOException, InterruptedException {
    prepare(name, "install");
    return data(name);
  }

  private static void prepare(String name, String command)
      throws IOException, InterruptedException {
    Optional<String> failure = run(name, command, INSTALL_MINUTES);
    if (failure.isPresent()) {
      throw new TestAbortedException(
          "%s cannot be had on this machine: %s".formatted(name, failure.get()));
    }
  }

  /**
   * Skips the tests if a run asks for other servers only.
   *
   * @throws TestAbortedException if it does
   */
  static void assumeAskedFor(String name) {
    String asked = System.getProperty("lab", "");
    if (!asked.isBlank() && !Arrays.asList(asked.split("[, ]+")).contains(name)) {
      throw new TestAbortedException("%s is not among -Dlab=%s".formatted(name, asked));
    }
  }

  /** Where the server keeps everything. */
  static Path data(String name) {
    return DATA.resolve(name);
  }

  /** What the script tells of the server, for example {@code WP_URL}. */
  String get(String variable) {
    return Optional.ofNullable(environment.get(variable))
        .orElseThrow(() -> new IllegalStateException(name + " does not tell " + variable));
  }

  /** An address at the server itself, without a proxy. */
  URI at(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  /** Runs one more command of the script. */
  void command(String command) throws IOException, InterruptedException {
    Optional<String> failure = run(name, command, COMMAND_MINUTES);
    if (failure.isPresent()) {
      throw new IllegalStateException("%s %s: %s".formatted(name, command, failure.get()));
    }
  }

  void stop() throws IOException, InterruptedException {
    command("stop");
  }

  /** The end of what the script printed, if it failed. */
  private static Optional<String> run(String name, String command, long minutes, String... more)
      throws IOException, InterruptedException {
    Path data = data(name);
    Files.createDirectories(data);
    Path log = data.resolve(command + ".log");
    List<String> words =
        new ArrayList<>(
            List.of(SCRIPTS.resolve(name + ".sh").toString(), command, data.toString()));
    words.addAll(List.of(more));
    Process process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    process.getOutputStream().close();
    boolean ended = process.waitFor(minutes, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly().waitFor();
      return Optional.of("no end within %d minutes; see %s".formatted(minutes, log));
    }
    return process.exitValue() == 0
        ? Optional.empty()
        : Optional.of("%s; see %s".formatted(lastLine(log), log));
  }

  private static String lastLine(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
    return lines.isEmpty() ? "it said nothing" : lines.getLast();
  }

  private static Map<String, String> environment(String name) throws IOException {
    Map<String, String> found = new HashMap<>();
    for (String line : Files.readAllLines(data(name).resolve("env"), StandardCharsets.UTF_8)) {
      String[] parts = line.split("=", 2);
      if (parts.length == 2) {
        found.put(parts[0], parts[1].replaceAll("^'|'$", ""));
      }
    }
    return Map.copyOf(found);
  }
}
