package io.onefold.standalone;

import io.onefold.schema.signing.InvalidKeyFileException;
import io.onefold.schema.signing.KeyFiles;
import io.onefold.schema.signing.VerifyingKey;
import io.onefold.schema.signing.VerifyingKeys;
import io.onefold.topology.Signing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The key files of a ledger. */
public final class SigningFiles {
  private static final Logger LOG = LoggerFactory.getLogger(SigningFiles.class);

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
   * Signs with the key of this file, which is made if there is none. Public halves are kept beside
   * it, in {@code signing-keys.json}: what a key signed can be checked when the key is gone.
   *
   * @throws StartException if they cannot be used or made
   */
  static Signing own(Path file, Duration checkpointInterval) {
    Path kept = file.resolveSibling("signing-keys.json");
    try {
      VerifyingKeys earlier =
          VerifyingKeys.of(Files.exists(kept) ? KeyFiles.verifying(kept) : List.of());
      if (!Files.exists(file)) {
        VerifyingKey made = KeyFiles.create(file).verifying();
        if (!earlier.all().isEmpty()) {
          LOG.warn(
              "{} is gone, so a new key signs from now on: {}; what was signed before can still be"
                  + " checked with the keys in {}. If nobody took the file away on purpose, look"
                  + " who did",
              file,
              made.id(),
              kept);
        }
      }
      Signing signing = Signing.with(KeyFiles.signing(file), earlier.all(), checkpointInterval);
      if (signing.published().all().size() > earlier.all().size()) {
        Path written = Files.writeString(file.resolveSibling("signing-keys.new"), jwks(signing));
        Files.move(written, kept, StandardCopyOption.ATOMIC_MOVE);
      }
      return signing;
    } catch (InvalidKeyFileException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new StartException("the signing key " + file + " cannot be written: " + e, e);
    }
  }

  private static String jwks(Signing signing) {
    return signing.published().jwks() + "\n";
  }
}
