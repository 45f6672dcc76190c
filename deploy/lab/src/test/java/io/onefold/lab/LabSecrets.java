package io.onefold.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The credentials of the servers, one file each. Contracts name the files, so that they can be
 * written before the servers have made their credentials.
 */
final class LabSecrets {
  private static final Path FOLDER = Path.of("target", "secrets").toAbsolutePath();

  private LabSecrets() {}

  /** Where the secret is, or will be. */
  static Path file(String server, String variable) {
    return FOLDER.resolve(server).resolve(variable);
  }

  /** Writes all that a server told. */
  static void write(String server, Map<String, String> values) throws IOException {
    for (Map.Entry<String, String> value : values.entrySet()) {
      write(server, value.getKey(), value.getValue());
    }
  }

  /** Writes one; whoever read the old value before asks with it no more. */
  static void write(String server, String variable, String value) throws IOException {
    Path file = file(server, variable);
    Files.createDirectories(file.getParent());
    Files.writeString(file, value);
  }
}
