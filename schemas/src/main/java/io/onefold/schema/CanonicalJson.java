package io.onefold.schema;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The canonical form of JSON (RFC 8785): no blanks, keys ordered by UTF-16 code units, numbers as
 * ECMAScript prints doubles, UTF-8. Two texts that say the same have the same bytes, so one hash
 * fits both.
 *
 * <p>Stricter than the RFC in one point: a number that a double cannot carry exactly is refused
 * instead of rounded, because it may be an amount.
 */
public final class CanonicalJson {
  /** The deepest nesting of objects and arrays that is read or written. */
  public static final int MAX_DEPTH = 200;

  private final StringBuilder out = new StringBuilder();

  private CanonicalJson() {}

  /**
   * Reads one JSON value from UTF-8 and writes its canonical form.
   *
   * @throws InvalidJsonException if the bytes are not one JSON value, an object names a key twice,
   *     or a value cannot be carried exactly
   */
  public static byte[] canonicalise(byte[] json) {
    return bytesOf(StrictJson.read(json));
  }

  /**
   * The canonical form of a value, as UTF-8.
   *
   * @throws InvalidJsonException if the value cannot be carried exactly: a number that a double
   *     would change, half a surrogate pair, nesting below {@value #MAX_DEPTH} levels, or a node
   *     that is not JSON
   */
  public static byte[] bytesOf(JsonNode json) {
    return textOf(json).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The canonical form of a value, as text.
   *
   * @throws InvalidJsonException as {@link #bytesOf}
   */
  public static String textOf(JsonNode json) {
    CanonicalJson canonical = new CanonicalJson();
    canonical.value(json, JsonPointer.empty(), 0);
    return canonical.out.toString();
  }

  private void value(JsonNode json, JsonPointer at, int depth) {
    if (depth > MAX_DEPTH) {
      throw inexact(at, "is nested deeper than " + MAX_DEPTH + " levels");
    }
    switch (json.getNodeType()) {
      case OBJECT -> object(json, at, depth);
      case ARRAY -> array(json, at, depth);
      case STRING -> string(json.textValue(), at);
      case NUMBER -> number(json, at);
      case BOOLEAN, NULL -> out.append(json.asText());
      case BINARY, MISSING, POJO ->
          throw inexact(at, "is no JSON value but a " + json.getNodeType() + " node");
    }
  }

  private void object(JsonNode json, JsonPointer at, int depth) {
    List<String> names = new ArrayList<>(json.size());
    json.fieldNames().forEachRemaining(names::add);
    // String compares UTF-16 code units, which is the order that the RFC asks for.
    names.sort(Comparator.naturalOrder());
    String separator = "{";
    for (String name : names) {
      out.append(separator);
      JsonPointer member = at.appendProperty(name);
      string(name, member);
      out.append(':');
      value(json.get(name), member, depth + 1);
      separator = ",";
    }
    out.append(names.isEmpty() ? "{}" : "}");
  }

  private void array(JsonNode json, JsonPointer at, int depth) {
    out.append('[');
    for (int i = 0; i < json.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      value(json.get(i), at.appendIndex(i), depth + 1);
    }
    out.append(']');
  }

  private void number(JsonNode json, JsonPointer at) {
    try {
      // A decimal or integer still says what was written; a double says all it can.
      out.append(
          json.isDouble() || json.isFloat()
              ? EcmaNumber.format(json.doubleValue())
              : EcmaNumber.format(json.decimalValue()));
    } catch (ArithmeticException e) {
      throw inexact(
          at,
          "is the number "
              + PrintableText.quote(json.asText())
              + ", which JSON cannot carry exactly (RFC 8785: IEEE 754 doubles, 15 to 17 digits):"
              + " it "
              + e.getMessage()
              + "; send it as a string");
    }
  }

  private void string(String text, JsonPointer at) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> character(text, i, at);
      }
    }
    out.append('"');
  }

  private void character(String text, int index, JsonPointer at) {
    char c = text.charAt(index);
    if (c < 0x20) {
      out.append(String.format("\\u%04x", (int) c));
      return;
    }
    if (StrictJson.isLoneSurrogate(text, index)) {
      throw inexact(
          at,
          String.format(
              "contains half a surrogate pair (U+%04X) at position %d, which UTF-8 cannot carry",
              (int) c, index + 1));
    }
    out.append(c);
  }

  private static InvalidJsonException inexact(JsonPointer at, String problem) {
    String place =
        at.matches() ? "the value" : "the value at " + PrintableText.shown(at.toString());
    return new InvalidJsonException(
        InvalidJsonException.Kind.NOT_EXACT, at.toString(), place + " " + problem);
  }
}
