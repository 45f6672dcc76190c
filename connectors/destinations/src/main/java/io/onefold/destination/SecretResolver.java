package io.onefold.destination;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Access to the environment and the files that hold secrets. Thread-safe. */
public interface SecretResolver {
  /** Largest secret file, in bytes; a larger one is taken for a mistake. */
  int MAX_FILE_BYTES = 64 * 1024;

  /** The value of an environment variable; empty if it is not set. */
  Optional<String> environment(String name);

  /** The content of a UTF-8 file; empty if it cannot be read or is too large. */
  Optional<String> file(String path);

  /** The environment and files of this process, read afresh at each use so that they may rotate. */
  static SecretResolver ofThisProcess() {
    return new SecretResolver() {
      @Override
      public Optional<String> environment(String name) {
        return Optional.ofNullable(System.getenv(name));
      }

      @Override
      public Optional<String> file(String path) {
        try (InputStream in = Files.newInputStream(Path.of(path))) {
          byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
          return bytes.length > MAX_FILE_BYTES
              ? Optional.empty()
              : Optional.of(new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException | InvalidPathException unreadable) {
          return Optional.empty();
        }
      }
    };
  }
}
