package io.onefold.destination;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The hash by which ledger and workers know that they follow the same contract: SHA-256 over a
 * canonical JSON of all values, with defaults filled in, keys in order and secrets as references.
 *
 * <p>The JSON follows the records of the model, so a new part of the model is hashed without
 * further work. What is empty is left out: a new optional part does not change the hash of
 * contracts that do not use it. Renaming a component changes every hash; a test pins one.
 */
final class ContractHash {
  private static final Set<String> DERIVED = Set.of("hash", "attributesUsed", "preset", "samples");

  /** Values of parts that came later: where they are not used, older hashes must stay. */
  private static final Set<Object> UNUSED = Set.of(Body.PAYLOAD, Egress.NONE, Limits.NONE);

  private static final Set<String> LATER_FLAGS =
      Set.of("followsRedirects", "missingIsNone", "document", "contains", "each");

  private ContractHash() {}

  /** {@code sha256:} and 64 hex digits. */
  static String of(Destination destination) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(canonical(destination).getBytes(StandardCharsets.UTF_8));
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  static String canonical(Destination destination) {
    StringBuilder json = new StringBuilder();
    write(destination, json);
    return json.toString();
  }

  private static void write(@Nullable Object value, StringBuilder out) {
    switch (value) {
      case null -> out.append("null");
      case Template template -> text(template.text(), out);
      // Items were a pointer before they were more than that; a mere pointer keeps its hash.
      case HttpContract.Items items when !items.missingIsNone() && !items.document() ->
          text(items.at(), out);
      case Duration duration -> out.append(duration.toMillis());
      case Enum<?> constant -> text(Words.of(constant), out);
      case Boolean flag -> out.append(flag.booleanValue());
      case Number number -> out.append(plain(number));
      case Record record -> object(members(record), out);
      case Map<?, ?> map -> object(members(map), out);
      case Collection<?> list -> array(list, out);
      default -> text(value.toString(), out);
    }
  }

  private static String plain(Number number) {
    return new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
  }

  private static SortedMap<String, Object> members(Map<?, ?> map) {
    SortedMap<String, Object> members = new TreeMap<>();
    map.forEach((key, member) -> members.put(String.valueOf(key), member));
    return members;
  }

  private static SortedMap<String, Object> members(Record record) {
    SortedMap<String, Object> members = new TreeMap<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      Object member = unwrapped(read(record, component));
      boolean unused = LATER_FLAGS.contains(component.getName()) && Boolean.FALSE.equals(member);
      if (member != null && !unused && !isDerived(record, component) && !isEmpty(member)) {
        members.put(component.getName(), member);
      }
    }
    // Several records share a type only where an interface is sealed; there the name tells them
    // apart.
    if (record.getClass().getInterfaces().length > 0) {
      members.put("type", record.getClass().getSimpleName());
    }
    return members;
  }

  private static @Nullable Object unwrapped(@Nullable Object member) {
    return member instanceof Optional<?> optional ? optional.orElse(null) : member;
  }

  private static boolean isDerived(Record record, RecordComponent component) {
    return record instanceof Destination && DERIVED.contains(component.getName());
  }

  private static boolean isEmpty(Object member) {
    return (member instanceof Collection<?> list && list.isEmpty())
        || (member instanceof Map<?, ?> map && map.isEmpty())
        || UNUSED.contains(member);
  }

  private static @Nullable Object read(Record record, RecordComponent component) {
    try {
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException impossible) {
      throw new IllegalStateException("the records of the model are public", impossible);
    }
  }

  private static void object(SortedMap<String, Object> members, StringBuilder out) {
    String separator = "{";
    for (Map.Entry<String, Object> member : members.entrySet()) {
      out.append(separator);
      text(member.getKey(), out);
      out.append(':');
      write(member.getValue(), out);
      separator = ",";
    }
    out.append(members.isEmpty() ? "{}" : "}");
  }

  private static void array(Collection<?> elements, StringBuilder out) {
    String separator = "";
    out.append('[');
    for (Object element : elements) {
      out.append(separator);
      write(element, out);
      separator = ",";
    }
    out.append(']');
  }

  private static void text(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < 0x20) {
        out.append("\\u00").append(HexFormat.of().toHexDigits((byte) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
