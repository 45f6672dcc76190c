package io.onefold.topology;

import io.onefold.operation.Origin;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Keeps records that nothing could be decided about, as they came, with what was wrong with them.
 *
 * <p>A record that is too large for the topic of dead letters would stop the ledger each time it is
 * read. Its letter holds the beginning; the whole stays where the letter says that it was.
 */
final class DeadLetters {
  /** The largest value that the ledger reads, and that a letter holds, in bytes. */
  static final int MOST_VALUE_BYTES = 3 << 19;

  private static final int MOST_KEY_BYTES = 32 << 10;
  private static final int MOST_HEADER_BYTES = 64 << 10;

  private final String topic;

  DeadLetters(String topic) {
    this.topic = topic;
  }

  /** The letter about a record. */
  Record<byte[], Outgoing> letter(
      Record<byte[], byte[]> poison, Origin from, PoisonRecordException why) {
    Headers headers = kept(poison.headers());
    add(headers, "onefold.error", String.valueOf(why.getMessage()));
    add(headers, "onefold.reason", why.reason());
    add(headers, "onefold.topic", from.source());
    add(headers, "onefold.partition", Integer.toString(from.partition()));
    add(headers, "onefold.offset", Long.toString(from.offset()));
    byte[] key = cut("key", poison.key(), MOST_KEY_BYTES, headers);
    byte[] value = cut("value", poison.value(), MOST_VALUE_BYTES, headers);
    return new Record<>(key, new Outgoing(topic, value), Math.max(0, poison.timestamp()), headers);
  }

  private static Headers kept(Headers original) {
    long bytes = 0;
    for (Header header : original) {
      bytes += header.key().length() + (header.value() == null ? 0 : header.value().length);
    }
    if (bytes <= MOST_HEADER_BYTES) {
      return new RecordHeaders(original.toArray());
    }
    Headers none = new RecordHeaders();
    add(none, "onefold.cut.headers", bytes + " bytes are left out");
    return none;
  }

  private static byte @Nullable [] cut(
      String what, byte @Nullable [] bytes, int atMost, Headers headers) {
    if (bytes == null || bytes.length <= atMost) {
      return bytes;
    }
    add(headers, "onefold.cut." + what, "the first " + atMost + " of " + bytes.length + " bytes");
    return Arrays.copyOf(bytes, atMost);
  }

  private static void add(Headers headers, String name, String text) {
    headers.add(name, text.getBytes(StandardCharsets.UTF_8));
  }
}
