package io.onefold.standalone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the launcher in a small tree of its own, with a Maven and a JDK that only say what was asked
 * of them.
 */
class LauncherTest {
  private static final Path LAUNCHER = Path.of("..", "onefold").toAbsolutePath().normalize();
  private static final String BUILDING = "onefold: building";

  @TempDir Path folder;
  private Path tree;
  private Path builds;

  /** What the launcher did. */
  private record Run(int exitCode, String out, String err) {}

  @BeforeEach
  void growTree() throws IOException {
    tree = folder.resolve("a tree");
    builds = folder.resolve("builds.txt");
    Files.createDirectories(tree.resolve("deploy/standalone/src/main/java"));
    Files.copy(LAUNCHER, tree.resolve("deploy/onefold"));
    write("pom.xml", "<project/>");
    write("deploy/standalone/pom.xml", "<project/>");
    write("deploy/standalone/src/main/java/A.java", "class A {}");
    age(tree);
    script(
        "bin/mvn",
        "echo built >> '" + builds + "'",
        "mkdir -p deploy/standalone/target/distribution/lib",
        "touch deploy/standalone/target/distribution/lib/onefold-standalone.jar");
    script("jdk/bin/java", "printf '<%s>' \"$@\"; echo");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
  }

  @Test
  void shouldBuildOnceAndPassArgumentsWhenStartedTwice() throws Exception {
    // when
    Run first = launch("submit", "a file", "-");
    Run second = launch("submit", "a file", "-");

    // then
    assertTrue(first.err().startsWith(BUILDING), first.err());
    assertEquals("", second.err());
    assertTrue(
        second.out().endsWith("<io.onefold.standalone.Main><submit><a file><->\n"), second.out());
    assertEquals(0, second.exitCode());
    assertEquals(1, buildCount());
  }

  @Test
  void shouldBuildAgainWhenASourceChangesOrGoes() throws Exception {
    // given
    launch("status");

    // when
    write("deploy/standalone/src/main/java/B.java", "class B {}");
    launch("status");
    long afterChange = buildCount();
    Files.delete(tree.resolve("deploy/standalone/src/main/java/B.java"));
    launch("status");

    // then
    assertEquals(2, afterChange);
    assertEquals(3, buildCount());
  }

  @Test
  void shouldFindItsTreeWhenStartedThroughALinkFromElsewhere() throws Exception {
    // given
    Path link =
        Files.createSymbolicLink(folder.resolve("onefold"), Path.of("a tree/deploy/onefold"));

    // when
    Run run = launch(link, "status");

    // then
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(
        run.out().contains(tree.resolve("deploy/standalone/target/builds").toString()), run.out());
  }

  @Test
  void shouldBuildOnceWhenManyStartTogether() throws Exception {
    // given
    List<Process> starts = new ArrayList<>();

    // when
    for (int i = 0; i < 5; i++) {
      starts.add(start(tree.resolve("deploy/onefold"), "status"));
    }

    // then
    for (Process start : starts) {
      assertEquals(0, result(start).exitCode());
    }
    assertEquals(1, buildCount());
  }

  @Test
  void shouldNameTheLogWhenTheBuildFails() throws Exception {
    // given
    script("bin/mvn", "echo 'no such symbol'", "exit 1");

    // when
    Run run = launch("status");

    // then
    Path log = tree.resolve("deploy/standalone/target/launcher-build.log");
    assertEquals(3, run.exitCode());
    assertTrue(run.err().endsWith("onefold: the build failed, see " + log + "\n"), run.err());
    assertEquals("no such symbol\n", Files.readString(log));
  }

  @Test
  void shouldPassOverJavaHomeWhenItIsTooOld() throws Exception {
    // given
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.9\"\n");
    script("newer/bin/java", "echo newer");
    Files.writeString(folder.resolve("newer/release"), "JAVA_VERSION=\"21\"\n");
    Files.createSymbolicLink(folder.resolve("bin/java"), folder.resolve("newer/bin/java"));

    // when
    Run run = launch("status");

    // then
    assertEquals("newer\n", run.out());
  }

  private Run launch(String... arguments) throws Exception {
    return launch(tree.resolve("deploy/onefold"), arguments);
  }

  private Run launch(Path launcher, String... arguments) throws Exception {
    return result(start(launcher, arguments));
  }

  private Process start(Path launcher, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("bash", launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().merge("PATH", "", (path, none) -> folder.resolve("bin") + ":" + path);
    builder.environment().remove("ONEFOLD_JAVA_OPTS");
    return builder.start();
  }

  private static Run result(Process process) throws Exception {
    String out =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    String err =
        new String(
            process.getErrorStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    return new Run(process.waitFor(), out, err);
  }

  private long buildCount() throws IOException {
    return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(tree.resolve(file), text);
  }

  private void script(String file, String... lines) throws IOException {
    Path script = folder.resolve(file);
    Files.createDirectories(script.getParent());
    Files.writeString(script, "#!/usr/bin/env bash\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /**
   * File times may be as coarse as a tick of the clock: what was there before must be clearly
   * older.
   */
  private static void age(Path root) throws IOException {
    FileTime past = FileTime.from(Instant.now().minusSeconds(60));
    try (var tree = Files.walk(root)) {
      for (Path path : tree.filter(p -> !Files.isSymbolicLink(p)).toList()) {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
          Files.setLastModifiedTime(path, past);
        }
      }
    }
  }
}
