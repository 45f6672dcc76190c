package io.onefold.schema.sealing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.PayloadHash;
import io.onefold.schema.SealedPayload;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DataKeyTest {
  private static final String ID = "order|1";
  private static final byte[] PLAIN = "{\"name\":\"Erika\"}".getBytes(StandardCharsets.UTF_8);

  private final DataKey key = DataKey.random();
  private final byte[] sealed = key.seal(ID, PLAIN);

  @Test
  void shouldGiveThePlainBytesBackWhenNothingWasChanged() {
    assertArrayEquals(PLAIN, key.open(ID, sealed));
  }

  @Test
  void shouldMakeTheSameBytesWhenTheSameIsSealedAgain() {
    assertArrayEquals(sealed, key.seal(ID, PLAIN));
  }

  @Test
  void shouldShowOnlyTheHashWhenSealed() {
    assertTrue(SealedPayload.is(ByteBuffer.wrap(sealed)));
    assertEquals(PayloadHash.ofBytes(PLAIN), SealedPayload.hashOf(sealed));
    assertEquals(PLAIN.length + SealedPayload.OVERHEAD_BYTES, sealed.length);
    assertFalse(new String(sealed, StandardCharsets.ISO_8859_1).contains("Erika"));
  }

  @Test
  void shouldRefuseWhenTheKeyIsAnother() {
    assertBroken(DataKey.random(), ID, sealed);
  }

  @Test
  void shouldRefuseWhenItBelongsToAnotherOperation() {
    assertBroken(key, "order|2", sealed);
  }

  @Test
  void shouldRefuseWhenAnyByteWasChanged() {
    for (int i = 0; i < sealed.length; i++) {
      byte[] changed = sealed.clone();
      changed[i] ^= 1;
      assertBroken(key, ID, changed);
    }
  }

  @Test
  void shouldRefuseWhenItIsCutOff() {
    assertBroken(key, ID, java.util.Arrays.copyOf(sealed, SealedPayload.OVERHEAD_BYTES - 1));
    assertBroken(key, ID, new byte[0]);
  }

  @Test
  void shouldSealATextIntoATextWhenItIsAnExcerpt() {
    String text = key.sealText(ID, "Erika was stored", 2048);

    assertTrue(text.startsWith("sealed:v1:"), text);
    assertEquals(Optional.of("Erika was stored"), key.openText(ID, text));
    assertEquals(Optional.empty(), key.openText("order|2", text));
    assertEquals(Optional.empty(), key.openText(ID, "Erika was stored"));
  }

  @Test
  void shouldCutATextOffWhenItsSealedFormWouldBeTooLong() {
    String text = key.sealText(ID, "ä".repeat(5000), 2048);

    assertTrue(text.length() <= 2048, () -> text.length() + " characters");
    assertTrue(key.openText(ID, text).orElseThrow().startsWith("ää"));
  }

  private static void assertBroken(DataKey key, String id, byte[] sealed) {
    SealingException refused = assertThrows(SealingException.class, () -> key.open(id, sealed));
    assertEquals(SealingException.Kind.BROKEN, refused.kind());
  }
}
