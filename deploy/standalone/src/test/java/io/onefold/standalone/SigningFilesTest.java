package io.onefold.standalone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.signing.KeyFiles;
import io.onefold.schema.signing.VerifyingKey;
import io.onefold.topology.Signing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SigningFilesTest {
  @TempDir private Path folder;

  private Signing own() {
    return SigningFiles.own(folder.resolve("signing-key.pem"), Signing.DEFAULT_INTERVAL);
  }

  private static List<String> ids(List<VerifyingKey> keys) {
    return keys.stream().map(VerifyingKey::id).toList();
  }

  @Test
  void shouldKeepAndPublishTheOldPublicHalfWhenThePrivateKeyIsGone() throws IOException {
    // given
    List<String> first = ids(own().published().all());
    assertEquals(first, ids(own().published().all()), "the same key again");
    Files.delete(folder.resolve("signing-key.pem"));

    // when
    List<String> second = ids(own().published().all());

    // then
    assertEquals(2, second.size());
    assertNotEquals(first.get(0), second.get(0), "a new one signs");
    assertEquals(first.get(0), second.get(1));
    assertEquals(second, ids(KeyFiles.verifying(folder.resolve("signing-keys.json"))));
  }

  @Test
  void shouldRefuseWhenTheKeptPublicKeysAreBroken() throws IOException {
    Files.writeString(folder.resolve("signing-keys.json"), "{oops");

    StartException refused = assertThrows(StartException.class, this::own);

    assertTrue(refused.getMessage().contains("signing-keys.json is no JSON"), refused::getMessage);
  }
}
