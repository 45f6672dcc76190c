package io.onefold.codec;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Small conversions between Avro's field types and the core's. */
final class Fields {
  /** What is kept of one text or name that a worker tells, in characters. */
  private static final int LONGEST_TEXT = 2048;

  private Fields() {}

  static Instant instant(long ms) {
    return Instant.ofEpochMilli(ms);
  }

  static Optional<Instant> instant(@Nullable Long ms) {
    return Optional.ofNullable(ms).map(Instant::ofEpochMilli);
  }

  static @Nullable Long ms(Optional<Instant> instant) {
    return instant.isPresent() ? instant.get().toEpochMilli() : null;
  }

  static @Nullable Long durationMs(Optional<Duration> duration) {
    return duration.isPresent() ? duration.get().toMillis() : null;
  }

  static <T> @Nullable T orNull(Optional<T> value) {
    return value.isPresent() ? value.get() : null;
  }

  static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  /** The constant of this name; there is no default, because a guess would be decided on. */
  static <E extends Enum<E>> E constant(Class<E> type, String name, String field) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(name)) {
        return constant;
      }
    }
    throw new UnreadableRecordException(
        String.format(
            Locale.ROOT,
            "%s is '%s'; allowed: %s",
            field,
            name,
            Arrays.toString(type.getEnumConstants())));
  }

  static int atLeast(int least, int value, String field) {
    if (value < least) {
      throw new UnreadableRecordException(
          field + " is " + value + "; allowed: " + least + " or more");
    }
    return value;
  }

  /**
   * The beginning of a text for people. A state keeps dozens of them, and one that outgrows a
   * record could never be written again.
   */
  static String text(String told) {
    if (told.length() <= LONGEST_TEXT) {
      return told;
    }
    int end = LONGEST_TEXT - 1;
    return told.substring(0, Character.isHighSurrogate(told.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  /** A name that the destination gave; one without end is left out, for half a name is another. */
  static Optional<String> name(@Nullable String told) {
    return Optional.ofNullable(told).filter(name -> name.length() <= LONGEST_TEXT);
  }

  static String present(String value, String field) {
    if (value.isBlank()) {
      throw new UnreadableRecordException(field + " is blank; it must say something");
    }
    return value;
  }
}
