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

  static String present(String value, String field) {
    if (value.isBlank()) {
      throw new UnreadableRecordException(field + " is blank; it must say something");
    }
    return value;
  }
}
