package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.codec.StoredOperation;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.OperationEvent;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** Checks journals as an auditor does: from the records alone. */
final class Chains {
  private static final AvroSerde<OperationEvent> SERDE =
      AvroSerde.of(OperationEvent.class, LedgerDriver.IDS);

  private final Map<String, String> chains = new HashMap<>();
  private final Map<String, Long> sequences = new HashMap<>();

  /** The event of a record that continues the chain of its operation. */
  OperationEvent next(byte[] value) {
    OperationEvent event = SERDE.deserializer().deserialize("journal", value);
    String id = event.getOperationId();
    long sequence = sequences.merge(id, 1L, Long::sum);
    assertEquals(sequence, event.getSequence(), "sequence of an event of " + id);
    byte[] computed =
        JournalWriter.chain(value, chains.getOrDefault(id, StoredOperation.CHAIN_START));
    String chain = HexFormat.of().formatHex(computed);
    assertEquals(chain, hex(event.getChain()), "chain of event " + sequence + " of " + id);
    chains.put(id, chain);
    return event;
  }

  String of(String id) {
    return chains.get(id);
  }

  private static String hex(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return HexFormat.of().formatHex(copy);
  }
}
