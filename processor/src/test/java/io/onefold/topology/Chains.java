package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.codec.StoredOperation;
import io.onefold.schema.OperationEvent;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Checks journals as an auditor does: from the records alone. */
final class Chains {
  private static final JournalWriter WRITER = new JournalWriter();

  private final Map<String, String> chains = new HashMap<>();
  private final Map<String, Long> sequences = new HashMap<>();

  /** The last chain value of a journal that begins with its operations' first events. */
  static String verify(List<OperationEvent> journal) {
    Chains chains = new Chains();
    journal.forEach(chains::next);
    return chains.of(journal.get(journal.size() - 1).getOperationId());
  }

  void next(OperationEvent event) {
    String id = event.getOperationId();
    assertEquals(
        sequences.merge(id, 1L, Long::sum), event.getSequence(), "sequence of an event of " + id);
    byte[] computed = WRITER.chain(event, chains.getOrDefault(id, StoredOperation.CHAIN_START));
    assertEquals(
        HexFormat.of().formatHex(computed),
        hex(event.getChain()),
        "chain of event " + event.getSequence() + " of " + id);
    chains.put(id, hex(event.getChain()));
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
