package io.onefold.schema.sealing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.Approval;
import io.onefold.schema.Intent;
import io.onefold.schema.PayloadErased;
import io.onefold.schema.SealedPayload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyRingTest {
  private static final String ID = "order|1";

  @TempDir Path folder;

  private final TopicInMemory topic = new TopicInMemory();
  private InstallationKeys keys;
  private KeyRing ring;

  @BeforeEach
  void make() throws IOException {
    Path file = folder.resolve("key");
    Files.write(file, Aes.random(32));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    keys = InstallationKeys.read(List.of(file));
    ring = another(1000);
  }

  private KeyRing another(int remembered) {
    return new KeyRing(topic.seen(), keys, remembered);
  }

  @Test
  void shouldGiveTheSameBytesWhenAnotherProcessSealsTheSameAgain() {
    Intent once = ring.seal(intent("Erika"));

    Intent again = another(1000).seal(intent("Erika"));

    assertEquals(once, again);
    assertEquals(1, topic.records.size());
  }

  @Test
  void shouldOpenWhatWasSealedWhenAskedForTheKey() {
    Intent sealed = ring.seal(intent("Erika"));

    byte[] plain = another(1000).keyOf(ID).open(ID, bytes(sealed.getPayload()));

    assertTrue(SealedPayload.is(sealed.getPayload()));
    assertArrayEquals("Erika".getBytes(StandardCharsets.UTF_8), plain);
  }

  @Test
  void shouldLeaveItAsItIsWhenItIsSealedAlready() {
    Intent sealed = ring.seal(intent("Erika"));

    assertSame(sealed, ring.seal(sealed));
  }

  @Test
  void shouldUseTheFirstKeyWhenTwoProcessesMakeOneAtTheSameTime() {
    // given
    KeyRing other = another(1000);
    Intent[] first = new Intent[1];
    topic.beforeAppend = () -> first[0] = other.seal(intent("Erika"));

    // when
    Intent second = ring.seal(intent("Erika"));

    // then
    assertEquals(first[0], second);
  }

  @Test
  void shouldStillOpenItAfterCompactionWhenTwoProcessesMadeAKeyAtTheSameTime() {
    // given
    KeyRing other = another(1000);
    topic.beforeAppend = () -> other.seal(intent("Erika"));
    Intent sealed = ring.seal(intent("Erika"));

    // when
    topic.compact();

    // then
    byte[] plain = another(1000).keyOf(ID).open(ID, bytes(sealed.getPayload()));
    assertArrayEquals("Erika".getBytes(StandardCharsets.UTF_8), plain);
  }

  @Test
  void shouldRefuseEveryProcessWhenTheKeyWasErased() {
    // given
    KeyRing other = another(1000);
    Intent sealed = ring.seal(intent("Erika"));
    other.keyOf(ID);

    // when
    PayloadErased note = ring.erase(ID, "jo", "on request", 7);

    // then
    assertEquals(new PayloadErased("jo", "on request", 7L), note);
    assertEquals(note, ring.erase(ID, "ann", "again", 8));
    assertErased(() -> other.keyOf(ID));
    assertErased(() -> other.seal(intent("Erika")));
    assertEquals(sealed, ring.seal(sealed));
    topic.compact();
    assertEquals(1, topic.records.size());
    assertErased(() -> another(1000).keyOf(ID));
  }

  @Test
  void shouldStayErasedWhenAnotherProcessRepairsAKeyAtTheSameTime() {
    // given a second key that its writer did not come to repair
    ring.seal(intent("Erika"));
    topic.records.add(new io.onefold.schema.PayloadKey(ID, keys.wrap(ID, DataKey.random(), 1)));
    KeyRing eraser = another(1000);
    topic.beforeAppend = () -> eraser.erase(ID, "jo", "on request", 7);

    // when
    assertErased(() -> ring.seal(intent("Erika")));

    // then
    topic.compact();
    assertErased(() -> another(1000).keyOf(ID));
  }

  @Test
  void shouldLookItUpInTheTopicWhenItRemembersOnlyAFew() {
    // given
    KeyRing forgetful = another(2);
    Map<String, Intent> sealed = new java.util.HashMap<>();
    for (int i = 0; i < 10; i++) {
      String id = "order|" + i;
      sealed.put(id, forgetful.seal(intent(id, "Erika")));
    }

    // then
    sealed.forEach((id, intent) -> assertEquals(intent, forgetful.seal(intent(id, "Erika"))));
    ring.erase("order|0", "jo", "on request", 7);
    assertErased(() -> forgetful.keyOf("order|0"));
    assertEquals(11, topic.records.size());
  }

  @Test
  void shouldSayThatNothingWasSealedWhenThereIsNoKey() {
    SealingException refused =
        assertThrows(SealingException.class, () -> ring.erase("plain", "jo", "on request", 7));

    assertEquals(SealingException.Kind.NO_KEY, refused.kind());
    assertEquals(List.of(), topic.records);
  }

  private static void assertErased(Runnable call) {
    SealingException refused = assertThrows(SealingException.class, call::run);
    assertEquals(SealingException.Kind.ERASED, refused.kind());
  }

  private static Intent intent(String payload) {
    return intent(ID, payload);
  }

  private static Intent intent(String id, String payload) {
    return Intent.newBuilder()
        .setOperationId(id)
        .setDestination("blog")
        .setAccount("acme")
        .setEnvironment("live")
        .setAction("publish")
        .setApproval(new Approval("policy", "APPROVED", "jo", 1L, "sha256:" + "0".repeat(64)))
        .setPayload(ByteBuffer.wrap(payload.getBytes(StandardCharsets.UTF_8)))
        .build();
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
