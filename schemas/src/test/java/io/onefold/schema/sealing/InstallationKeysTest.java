package io.onefold.schema.sealing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.WrappedKey;
import io.onefold.schema.signing.InvalidKeyFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationKeysTest {
  @TempDir Path folder;

  private final DataKey key = DataKey.random();
  private Path older;
  private Path newer;

  @BeforeEach
  void write() throws IOException {
    older = file("older", 32);
    newer = file("newer", 32);
  }

  @Test
  void shouldStillOpenWhatTheOlderKeyWrappedWhenANewerOneComesFirst() {
    WrappedKey wrapped = InstallationKeys.read(List.of(older)).wrap("id", key, 1);

    DataKey unwrapped = InstallationKeys.read(List.of(newer, older)).unwrap("id", wrapped);

    assertArrayEquals(key.bytes(), unwrapped.bytes());
  }

  @Test
  void shouldNameTheKeysWhenItHasNotTheRightOne() {
    WrappedKey wrapped = InstallationKeys.read(List.of(older)).wrap("id", key, 1);
    InstallationKeys other = InstallationKeys.read(List.of(newer));

    SealingException refused =
        assertThrows(SealingException.class, () -> other.unwrap("id", wrapped));

    assertEquals(SealingException.Kind.UNKNOWN_INSTALLATION_KEY, refused.kind());
    assertTrue(refused.getMessage().contains(wrapped.getKeyId()), refused.getMessage());
  }

  @Test
  void shouldRefuseWhenAKeyIsPutUnderAnotherOperation() {
    InstallationKeys keys = InstallationKeys.read(List.of(older));
    WrappedKey wrapped = keys.wrap("id", key, 1);

    SealingException refused =
        assertThrows(SealingException.class, () -> keys.unwrap("other", wrapped));

    assertEquals(SealingException.Kind.BROKEN, refused.kind());
  }

  @Test
  void shouldSayWhatIsAllowedWhenAFileIsNoKey() throws IOException {
    Path tooShort = file("short", 31);
    Path open = file("open", 32);
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));

    assertRefused(tooShort, "31 bytes long; allowed are exactly 32 random bytes");
    assertRefused(folder.resolve("none"), "there is no file");
    assertRefused(open, "open to everybody");
  }

  private static void assertRefused(Path file, String words) {
    InvalidKeyFileException refused =
        assertThrows(InvalidKeyFileException.class, () -> InstallationKeys.read(List.of(file)));
    assertTrue(refused.getMessage().contains(words), refused.getMessage());
  }

  private Path file(String name, int bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.write(file, Aes.random(bytes));
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }
}
