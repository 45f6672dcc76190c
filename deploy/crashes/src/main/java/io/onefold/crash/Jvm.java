package io.onefold.crash;

import io.onefold.crash.agent.CrashAgent;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** How the JVMs of the processes under attack are started. */
final class Jvm {
  /** Of a process that soon ends again the second compiler takes more time than it gives back. */
  private static final String SHORT_LIFE = "-XX:TieredStopAtLevel=1";

  private final Path folder;
  private final Path agentJar;
  private final Path prepared;
  private final int controlPort;

  /**
   * Prepares agent and classes in this folder.
   *
   * @throws Preparation.MissingPointException if a point lies in code that is not there
   */
  Jvm(Path folder, int controlPort) throws IOException {
    this.folder = folder;
    this.controlPort = controlPort;
    this.prepared = Files.createDirectories(folder.resolve("prepared"));
    this.agentJar = folder.resolve("agent.jar");
    new Preparation().write(Points.sites(), prepared);
    writeAgent();
  }

  // The agent's classes are on the class path of every process; only the JVM wants a jar.
  private void writeAgent() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(new Attributes.Name("Premain-Class"), CrashAgent.class.getName());
    new JarOutputStream(Files.newOutputStream(agentJar), manifest).close();
  }

  /**
   * The command of a process that lays its classes out for later ones when it ends in good order;
   * empty where that is not possible, because the class path holds folders.
   */
  Optional<List<String>> training(String kind, Program program) {
    boolean jars =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .allMatch(entry -> Files.isRegularFile(Path.of(entry)));
    return jars
        ? Optional.of(
            command(List.of(SHORT_LIFE, "-XX:ArchiveClassesAtExit=" + archive(kind)), program))
        : Optional.empty();
  }

  private Path archive(String kind) {
    return folder.resolve(kind + ".jsa");
  }

  /**
   * The command of a process with the agent that is to be ended often.
   *
   * @param kind processes of the same kind load the same classes
   */
  List<String> attacked(String name, String kind, Program program) {
    return attacked(List.of(SHORT_LIFE), name, kind, program);
  }

  /** The same for one that mostly stays while others end. */
  List<String> attackedSeldom(String name, String kind, Program program) {
    return attacked(List.of(), name, kind, program);
  }

  private List<String> attacked(List<String> more, String name, String kind, Program program) {
    List<String> options = new ArrayList<>(more);
    if (Files.exists(archive(kind))) {
      options.add("-XX:SharedArchiveFile=" + archive(kind));
    }
    options.add("-javaagent:" + agentJar + "=" + name + ";" + controlPort + ";" + prepared);
    return command(options, program);
  }

  /** The command of a process without the agent. */
  static List<String> plain(Program program) {
    return command(List.of(SHORT_LIFE), program);
  }

  private static List<String> command(List<String> more, Program program) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xms32m",
            "-Xmx" + program.heap(),
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:+ExitOnOutOfMemoryError",
            "-Xlog:disable",
            "-Dsun.misc.unsafe.memory.access=allow"));
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(more);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(program.main());
    command.addAll(program.arguments());
    return command;
  }
}
