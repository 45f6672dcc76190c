package io.onefold.audit;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Compares records field by field. */
final class Differences {
  private static final int LONGEST_TEXT = 200;

  private Differences() {}

  /**
   * A field that differs.
   *
   * @param field its path, for example {@code destination.account} or {@code attempts[0].result}
   */
  record Difference(String field, String expected, String actual) {}

  /** All fields that differ; none if the two say the same. */
  static List<Difference> between(SpecificRecord expected, SpecificRecord actual) {
    List<Difference> found = new ArrayList<>(0);
    compare("", expected, actual, found);
    return found;
  }

  /** True if the two say the same. */
  static boolean none(SpecificRecord expected, SpecificRecord actual) {
    return between(expected, actual).isEmpty();
  }

  private static void compare(
      String path, SpecificRecord expected, SpecificRecord actual, List<Difference> found) {
    if (expected.getClass() != actual.getClass()) {
      found.add(new Difference(path, name(expected), name(actual)));
      return;
    }
    List<Schema.Field> fields = expected.getSchema().getFields();
    for (int i = 0; i < fields.size(); i++) {
      Object one = expected.get(i);
      Object other = actual.get(i);
      if (!Objects.equals(one, other)) {
        String field = fields.get(i).name();
        values(path.isEmpty() ? field : path + "." + field, one, other, found);
      }
    }
  }

  private static void values(
      String path, @Nullable Object one, @Nullable Object other, List<Difference> found) {
    if (one instanceof SpecificRecord expected && other instanceof SpecificRecord actual) {
      compare(path, expected, actual, found);
    } else if (one instanceof List<?> expected
        && other instanceof List<?> actual
        && expected.size() == actual.size()) {
      for (int i = 0; i < expected.size(); i++) {
        if (!Objects.equals(expected.get(i), actual.get(i))) {
          values(path + "[" + i + "]", expected.get(i), actual.get(i), found);
        }
      }
    } else {
      found.add(new Difference(path, show(one), show(other)));
    }
  }

  private static String name(SpecificRecord record) {
    return record.getSchema().getName();
  }

  /** A value for people, cut where it is long. */
  static String show(@Nullable Object value) {
    String text =
        switch (value) {
          case null -> "nothing";
          case ByteBuffer bytes -> bytes.remaining() + " bytes, " + Hashes.of(bytes);
          case String string when string.isEmpty() -> "''";
          default -> value.toString();
        };
    return beginning(text, LONGEST_TEXT);
  }

  /** A text, cut so that nothing longer is left and no character is halved. */
  static String beginning(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = longest - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
