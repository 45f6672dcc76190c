package io.onefold.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that runs to its end. */
record LabProcess(int exitCode, String output, String errors) {
  private static final long MINUTES = 15;

  /**
   * Runs it.
   *
   * @throws IllegalStateException if it has not ended after a quarter of an hour
   */
  static LabProcess run(Path folder, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("onefold-lab", ".out");
    Path errors = Files.createTempFile("onefold-lab", ".err");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile())
              .start();
      process.getOutputStream().close();
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly().waitFor();
        throw new IllegalStateException(
            "no end within %d minutes: %s%n%s".formatted(MINUTES, command, text(errors)));
      }
      return new LabProcess(process.exitValue(), text(output), text(errors));
    } finally {
      Files.delete(output);
      Files.delete(errors);
    }
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
