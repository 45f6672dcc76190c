package io.onefold.standalone.cases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;

/** A new key under which payloads are sealed. */
final class PayloadKeyFile {
  private PayloadKeyFile() {}

  /** Written into this folder. */
  static Path in(Path folder) throws IOException {
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    Path file = Files.write(folder.resolve("payload.key"), random);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }
}
