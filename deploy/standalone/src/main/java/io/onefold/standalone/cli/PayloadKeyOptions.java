package io.onefold.standalone.cli;

import io.onefold.schema.sealing.InstallationKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Under which keys payloads are sealed and opened. */
final class PayloadKeyOptions {
  @Option(
      names = "--payload-key-file",
      split = ",",
      paramLabel = "FILE",
      description = {
        "Seals payloads, so that they can be erased: 32 random bytes, the same for ledgers and"
            + " workers, as 'openssl rand -out FILE 32' makes them. Of several files, with commas"
            + " between them, the first seals, and the others still open. Default: nothing is"
            + " sealed"
      })
  List<Path> files = new ArrayList<>();

  /**
   * The keys; empty if the option is not there.
   *
   * @throws UsageException if a file cannot be used
   */
  Optional<InstallationKeys> keys() {
    try {
      return files.isEmpty() ? Optional.empty() : Optional.of(InstallationKeys.read(files));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--payload-key-file: " + e.getMessage(), e);
    }
  }
}
