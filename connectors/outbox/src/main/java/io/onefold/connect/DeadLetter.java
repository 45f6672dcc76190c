package io.onefold.connect;

import io.onefold.schema.IntentRules;
import java.util.Arrays;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.source.SourceRecord;

/** What a row becomes that is no intent; its headers are spelled as the ledger spells its own. */
final class DeadLetter {
  /** A letter must fit into Kafka's usual request, or it would stop the rows behind it. */
  static final int MOST_BYTES = IntentRules.DEFAULT_MAX_PAYLOAD_BYTES;

  private DeadLetter() {}

  /** The beginning of a value that is too large for a letter; the table still has the whole. */
  static byte[] cut(byte[] value) {
    return value.length <= MOST_BYTES ? value : Arrays.copyOf(value, MOST_BYTES);
  }

  /** Says what was wrong with a row, and where it came from. */
  static void explain(Headers headers, String problem, ConnectRecord<?> row, int bytes) {
    add(headers, "onefold.error", problem);
    add(headers, "onefold.reason", "INVALID_INTENT");
    add(headers, "onefold.topic", String.valueOf(row.topic()));
    if (row instanceof SourceRecord source) {
      add(headers, "onefold.source", source.sourcePartition() + " " + source.sourceOffset());
    }
    if (bytes > MOST_BYTES) {
      add(headers, "onefold.cut.value", "the first " + MOST_BYTES + " of " + bytes + " bytes");
    }
  }

  // As text, which Connect's usual converter of headers writes as it stands; bytes it would encode.
  private static void add(Headers headers, String name, String text) {
    headers.remove(name);
    headers.addString(name, text);
  }
}
