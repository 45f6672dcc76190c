package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.onefold.codec.StoredOperation;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.OperationEvent;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JournalWriterTest {
  private static final String[] NAMES = {"zeta", "b", "AaAa", "BBBB", "AaBB", "slug", "lang", "a"};

  @Test
  void shouldWriteSameBytesWhenAttributesComeInAnotherOrder() {
    // given
    String[] backwards = NAMES.clone();
    java.util.Collections.reverse(Arrays.asList(backwards));

    // when
    byte[] written = written(backwards);

    // then
    assertArrayEquals(written(NAMES), written);
  }

  @Test
  void shouldGiveChainThatTheRecordCarries() {
    // given
    byte[] value = written(NAMES);

    // when
    byte[] chain = JournalWriter.chain(value, StoredOperation.CHAIN_START);

    // then
    OperationEvent event =
        AvroSerde.of(OperationEvent.class, LedgerDriver.IDS)
            .deserializer()
            .deserialize("journal", value);
    assertArrayEquals(event.getChain().array(), chain);
  }

  @Test
  void shouldGiveSameChainWhenAMirrorGaveTheRecordAnotherSchemaId() {
    // given
    byte[] value = written(NAMES);
    String chain = chain(value, StoredOperation.CHAIN_START);

    // when
    value[4] = 99;

    // then
    assertEquals(chain, chain(value, StoredOperation.CHAIN_START));
  }

  @Test
  void shouldGiveAnotherChainWhenAnyByteOfTheRecordWasChanged() {
    // given
    byte[] value = written(NAMES);
    String chain = chain(value, StoredOperation.CHAIN_START);
    int chainField = 33;

    for (int i = 5; i < value.length - chainField; i++) {
      // when
      value[i] ^= 1;
      String changed = chain(value, StoredOperation.CHAIN_START);
      value[i] ^= 1;

      // then
      assertFalse(chain.equals(changed), "byte " + i);
    }
  }

  @Test
  void shouldGiveAnotherChainWhenPreviousEventIsAnother() {
    // given
    byte[] value = written(NAMES);

    // when
    String chain = chain(value, "ab".repeat(32));

    // then
    assertFalse(chain.equals(chain(value, StoredOperation.CHAIN_START)));
  }

  private static byte[] written(String... names) {
    try (LedgerDriver ledger = LedgerDriver.start()) {
      Map<String, String> attributes = new LinkedHashMap<>();
      Arrays.stream(names).forEach(name -> attributes.put(name, "of " + name));
      ledger.pipe(Sent.intent("op-1", "blog", "{}", i -> i.setAttributes(attributes)));
      return ledger.raw(LedgerDriver.TOPICS.journal()).get(0).value();
    }
  }

  private static String chain(byte[] value, String previous) {
    return HexFormat.of().formatHex(JournalWriter.chain(value, previous));
  }
}
