package io.onefold.codec;

import io.onefold.operation.Bytes;
import io.onefold.schema.SignatureRecord;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Values of the core's records, chosen by a seed: every component at random, an optional one filled
 * as often as empty. Numbers are from 1 to a million, times whole milliseconds around the present,
 * texts never blank.
 */
final class Arbitrary {
  private static final long PRESENT_MS = 1_793_433_600_000L;
  private static final List<String> PIECES =
      List.of("a", "Z", "0", " ", "|", "\"", "\n", "ä", "€", "漢", "\uD83D\uDE00", "<b>", "{}");

  private final Random random;

  Arbitrary(long seed) {
    this.random = new Random(seed);
  }

  /** Any value of a record, of an enum, or of one of the records that a sealed type permits. */
  <T> T any(Class<T> type) {
    return type.cast(value(type));
  }

  /** Bytes of that many. */
  Bytes bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return Bytes.wrap(bytes);
  }

  /** 64 hex digits. */
  String chain() {
    return java.util.HexFormat.of().formatHex(bytes(32).array());
  }

  private Object value(Type type) {
    if (type instanceof ParameterizedType generic) {
      return container((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
    }
    Class<?> plain = (Class<?>) type;
    if (plain.isRecord()) {
      return record(plain);
    }
    if (plain.isEnum()) {
      return plain.getEnumConstants()[random.nextInt(plain.getEnumConstants().length)];
    }
    if (plain.isSealed()) {
      Class<?>[] permitted = plain.getPermittedSubclasses();
      return value(permitted[random.nextInt(permitted.length)]);
    }
    return simple(plain);
  }

  private Object simple(Class<?> type) {
    return switch (type.getSimpleName()) {
      case "boolean" -> random.nextBoolean();
      case "int", "Integer" -> 1 + random.nextInt(1_000_000);
      case "long", "Long" -> 1 + random.nextLong(1_000_000);
      case "double" -> 1 + random.nextDouble();
      case "String" -> text();
      case "Instant" -> Instant.ofEpochMilli(PRESENT_MS + random.nextInt());
      case "Duration" -> Duration.ofMillis(random.nextInt(Integer.MAX_VALUE));
      case "Bytes" -> bytes(random.nextInt(40));
      case "SignatureRecord" ->
          new SignatureRecord(text(), "Ed25519", ByteBuffer.wrap(bytes(64).array()));
      default -> throw new IllegalArgumentException("no value of " + type + " is known");
    };
  }

  private Object container(Class<?> raw, Type[] of) {
    if (raw == Optional.class) {
      return random.nextBoolean() ? Optional.of(value(of[0])) : Optional.empty();
    }
    if (raw == Map.class) {
      Map<Object, Object> map = new HashMap<>();
      values(of[0]).forEach(key -> map.put(key, value(of[1])));
      return map;
    }
    return raw == Set.class ? Set.copyOf(new LinkedHashSet<>(values(of[0]))) : values(of[0]);
  }

  private List<Object> values(Type type) {
    List<Object> values = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      values.add(value(type));
    }
    return values;
  }

  private String text() {
    StringBuilder text = new StringBuilder("t");
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }

  private Object record(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values =
        Arrays.stream(components).map(c -> value(c.getGenericType())).toArray(Object[]::new);
    try {
      return type.getConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make a " + type, e);
    }
  }
}
