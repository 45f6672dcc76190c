package io.onefold.destination;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The values that fill templates, by the names of the contract language: {@code operationId} (and
 * with it {@code reference}, {@code referenceUuid} and {@code referenceBase32}), {@code
 * providerId}, {@code publicUrl}, {@code job}, {@code firstSentAt} (and with it {@code since},
 * {@code sinceSeconds} and {@code sinceMillis}), {@code attributes} and {@code payload}. A nested
 * name such as {@code payload.author.id} walks maps by key and lists by index. Values are plain
 * Java: text, numbers, booleans, maps and lists, as any JSON library reads them. Not copied; must
 * not change while in use.
 */
public final class Variables {
  private final Map<String, Object> values;

  /** Variables with the given values; a name without an entry has no value. */
  public Variables(Map<String, ?> values) {
    this.values = new LinkedHashMap<>(values);
  }

  /** The same variables and one more; an equal name is replaced. */
  public Variables with(String name, Object value) {
    Variables more = new Variables(values);
    more.values.put(name, value);
    return more;
  }

  /**
   * The text of a variable.
   *
   * @return empty if the operation has none, or it is null in the payload
   * @throws ExpansionException if it is an object or a list, which has no single text
   */
  public Optional<String> text(String name) {
    if (values.get("operationId") instanceof String operationId) {
      Optional<String> reference = OperationReference.of(name, operationId);
      if (reference.isPresent()) {
        return reference;
      }
    }
    if (values.get("firstSentAt") instanceof String firstSentAt) {
      Optional<String> since = SearchStart.of(name, firstSentAt);
      if (since.isPresent()) {
        return since;
      }
    }
    Object value = find(values, name);
    if (value instanceof Map || value instanceof List) {
      throw new ExpansionException(
          "`" + name + "` is " + (value instanceof Map ? "an object" : "a list") + ", not a text");
    }
    return Optional.ofNullable(value)
        .map(
            found ->
                found instanceof BigDecimal number ? number.toPlainString() : found.toString());
  }

  // The whole rest of a name goes first: attributes may have dots in their names.
  private static @Nullable Object find(@Nullable Object in, String name) {
    if (in instanceof Map<?, ?> map && map.containsKey(name)) {
      return map.get(name);
    }
    int dot = name.indexOf('.');
    String head = dot < 0 ? name : name.substring(0, dot);
    Object next = step(in, head);
    return dot < 0 || next == null ? next : find(next, name.substring(dot + 1));
  }

  private static @Nullable Object step(@Nullable Object in, String head) {
    if (in instanceof Map<?, ?> map) {
      return map.get(head);
    }
    if (in instanceof List<?> list && head.matches("\\d{1,9}")) {
      int index = Integer.parseInt(head);
      return index < list.size() ? list.get(index) : null;
    }
    return null;
  }
}
