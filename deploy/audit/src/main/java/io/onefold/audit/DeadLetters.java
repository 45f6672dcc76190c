package io.onefold.audit;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What dead letters say of the records that they are about, and how much of them they hold. */
final class DeadLetters {
  static final String TOPIC = "onefold.topic";
  private static final String PARTITION = "onefold.partition";
  private static final String OFFSET = "onefold.offset";
  static final String REASON = "onefold.reason";
  private static final String CUT_VALUE = "onefold.cut.value";
  private static final String CUT_KEY = "onefold.cut.key";

  /** The largest value that the ledger reads, and that a letter holds, in bytes. */
  static final int MOST_VALUE_BYTES = 3 << 19;

  private static final int MOST_KEY_BYTES = 32 << 10;

  /** The headers that are looked at; a letter may have any others, of any number and length. */
  static final Set<String> HEADERS = Set.of(TOPIC, PARTITION, OFFSET, REASON, CUT_VALUE, CUT_KEY);

  private DeadLetters() {}

  /** The place of a record. */
  record Origin(String topic, int partition, long offset) {}

  /** The record that a letter is about; empty if it names none. */
  static Optional<Origin> origin(TopicRecord letter) {
    String topic = letter.headers().get(TOPIC);
    String partition = letter.headers().get(PARTITION);
    String offset = letter.headers().get(OFFSET);
    if (topic == null || partition == null || offset == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Origin(topic, Integer.parseInt(partition), Long.parseLong(offset)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** The key under which the letters about a record lie. */
  static byte @Nullable [] key(TopicRecord about) {
    byte[] key = about.key();
    return key == null || key.length <= MOST_KEY_BYTES ? key : Arrays.copyOf(key, MOST_KEY_BYTES);
  }

  /** True if a letter copies a record, or the beginning where it is too large, and says so. */
  static boolean copies(Laid letter, Laid original) {
    TopicRecord copy = letter.record();
    byte[] key = original.record().key();
    return letter.whole().isLetterAbout(original.whole())
        && Arrays.equals(copy.key(), key(original.record()))
        && tells(copy, CUT_VALUE, MOST_VALUE_BYTES, original.whole().bytes())
        && tells(copy, CUT_KEY, MOST_KEY_BYTES, key == null ? -1 : key.length);
  }

  /** A record may have brought such a header along: where nothing is cut it says nothing. */
  private static boolean tells(TopicRecord letter, String header, int atMost, int bytes) {
    return bytes <= atMost
        || "the first %d of %d bytes".formatted(atMost, bytes).equals(letter.headers().get(header));
  }
}
