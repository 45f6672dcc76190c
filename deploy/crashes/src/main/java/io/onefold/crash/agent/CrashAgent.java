package io.onefold.crash.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Starts with the process. Its argument is {@code NAME;PORT;FOLDER}: the name of the process, the
 * harness's port on the loopback address, and the folder with the prepared classes.
 *
 * <p>The harness speaks lines: {@code WATCH name trigger}, {@code ARM point trigger...}, {@code
 * FREE}, {@code RUN} (ends the beginning: until then the process waits). This side speaks {@code
 * HELLO name pid}, {@code SEEN name}, {@code HIT point}. Words are separated by tabs.
 */
public final class CrashAgent {
  private static final int HARNESS_GONE = 9;

  private CrashAgent() {}

  /** Called by the JVM. */
  public static void premain(String argument, Instrumentation instrumentation) throws IOException {
    String[] words = argument.split(";", 3);
    instrumentation.addTransformer(new Prepared(load(Path.of(words[2]))));
    Socket harness = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(words[1]));
    harness.setTcpNoDelay(true);
    Probe.tellTo(line -> write(harness, line));
    write(harness, "HELLO\t" + words[0] + "\t" + ProcessHandle.current().pid());
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(harness.getInputStream(), StandardCharsets.UTF_8));
    obeyUntilRun(lines);
    Thread.ofPlatform().daemon().name("crash-agent").start(() -> obey(lines));
  }

  private static Map<String, byte[]> load(Path folder) throws IOException {
    Map<String, byte[]> prepared = new HashMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        prepared.put(
            name.substring(0, name.length() - ".class".length()).replace('.', '/'),
            Files.readAllBytes(file));
      }
    }
    return prepared;
  }

  private static void obeyUntilRun(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    while (line != null && !line.equals("RUN")) {
      obey(line);
      line = lines.readLine();
    }
  }

  private static void obey(BufferedReader lines) {
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        obey(line);
      }
    } catch (IOException e) {
      // The same as an end.
    }
    // Without a harness nobody would ever end this process.
    Runtime.getRuntime().halt(HARNESS_GONE);
  }

  private static void obey(String line) {
    List<String> words = Arrays.asList(line.split("\t", -1));
    switch (words.get(0)) {
      case "WATCH" -> Probe.watch(new Probe.Watch(words.get(1), Trigger.decoded(words.get(2))));
      case "ARM" ->
          Probe.arm(
              new Probe.Armed(
                  words.get(1),
                  words.subList(2, words.size()).stream().map(Trigger::decoded).toList()));
      case "FREE" -> Probe.release();
      default -> throw new IllegalArgumentException("the harness said '" + line + "'");
    }
  }

  private static void write(Socket harness, String line) {
    try {
      OutputStream out = harness.getOutputStream();
      synchronized (harness) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    } catch (IOException e) {
      Runtime.getRuntime().halt(HARNESS_GONE);
    }
  }

  /** Gives the JVM the prepared class instead of the one it found. */
  private record Prepared(Map<String, byte[]> classes) implements ClassFileTransformer {
    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String name,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] found) {
      return name == null ? null : classes.get(name);
    }
  }
}
