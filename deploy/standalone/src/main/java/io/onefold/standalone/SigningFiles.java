package io.onefold.standalone;

import io.onefold.schema.signing.InvalidKeyFileException;
import io.onefold.schema.signing.KeyFiles;
import io.onefold.schema.signing.VerifyingKey;
import io.onefold.topology.Signing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The key files of a ledger. */
public final class SigningFiles {
  private SigningFiles() {}

  /**
   * Signs with the key of the first file, and publishes those of the others too.
   *
   * @param files at least one; the first is private, the others may be public keys
   * @throws InvalidKeyFileException saying which file cannot be used, and what is allowed
   */
  public static Signing read(List<Path> files, Duration checkpointInterval) {
    List<VerifyingKey> earlier =
        files.stream().skip(1).flatMap(file -> KeyFiles.verifying(file).stream()).toList();
    return Signing.with(KeyFiles.signing(files.get(0)), earlier, checkpointInterval);
  }

  /**
   * Signs with the key of this file, which is made if there is none.
   *
   * @throws StartException if it cannot be used or made
   */
  static Signing own(Path file, Duration checkpointInterval) {
    try {
      if (!Files.exists(file)) {
        KeyFiles.create(file);
      }
      return read(List.of(file), checkpointInterval);
    } catch (InvalidKeyFileException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new StartException("the signing key " + file + " cannot be written: " + e, e);
    }
  }
}
