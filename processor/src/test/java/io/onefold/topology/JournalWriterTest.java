package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.onefold.codec.StoredOperation;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.OperationEvent;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JournalWriterTest {
  private static final String[] NAMES = {"zeta", "b", "AaAa", "BBBB", "AaBB", "slug", "lang", "a"};

  private final JournalWriter writer = new JournalWriter();

  @Test
  void shouldGiveSameChainWhenEventWasReadBackFromItsTopic() {
    // given
    OperationEvent written = event(NAMES);
    byte[] chain = writer.chain(written, StoredOperation.CHAIN_START);

    // when
    OperationEvent read = throughTopic(written);

    // then
    assertArrayEquals(chain, writer.chain(read, StoredOperation.CHAIN_START));
  }

  @Test
  void shouldGiveSameChainWhenAttributesStandInAnotherOrder() {
    // given
    String[] backwards = NAMES.clone();
    java.util.Collections.reverse(Arrays.asList(backwards));

    // when
    byte[] chain = writer.chain(event(backwards), StoredOperation.CHAIN_START);

    // then
    assertArrayEquals(writer.chain(event(NAMES), StoredOperation.CHAIN_START), chain);
  }

  @Test
  void shouldChainWhatWasWrittenToTheTopic() {
    // given
    OperationEvent written = event(NAMES);

    // when
    String chain = Chains.verify(java.util.List.of(throughTopic(written)));

    // then
    assertEquals(hex(written.getChain().array()), chain);
  }

  @Test
  void shouldGiveAnotherChainWhenOneFieldWasChanged() {
    // given
    OperationEvent event = event(NAMES);
    String chain = hex(writer.chain(event, StoredOperation.CHAIN_START));

    // when
    ((IntentSubmitted) event.getInput()).getIntent().getAttributes().put("slug", "other");

    // then
    assertNotEquals(chain, hex(writer.chain(event, StoredOperation.CHAIN_START)));
  }

  @Test
  void shouldGiveAnotherChainWhenPreviousEventIsAnother() {
    // given
    OperationEvent event = event(NAMES);

    // when
    byte[] chain = writer.chain(event, "ab".repeat(32));

    // then
    assertFalse(Arrays.equals(writer.chain(event, StoredOperation.CHAIN_START), chain));
  }

  private static OperationEvent event(String... names) {
    try (LedgerDriver ledger = LedgerDriver.start()) {
      Map<String, String> attributes = new LinkedHashMap<>();
      Arrays.stream(names).forEach(name -> attributes.put(name, "of " + name));
      ledger.pipe(Sent.intent("op-1", "blog", "{}", i -> i.setAttributes(attributes)));
      OperationEvent event = ledger.journal().get(0);
      ((IntentSubmitted) event.getInput()).getIntent().setAttributes(attributes);
      return event;
    }
  }

  private static OperationEvent throughTopic(OperationEvent event) {
    AvroSerde<OperationEvent> serde = AvroSerde.of(OperationEvent.class, LedgerDriver.IDS);
    return serde.deserializer().deserialize("t", serde.serializer().serialize("t", event));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
