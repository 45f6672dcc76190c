package io.onefold.destination;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The words of the language for the constants of the model: lower case, with hyphens. */
final class Words {
  private Words() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static <E extends Enum<E>, T> Map<String, T> of(E[] constants, Function<E, T> value) {
    Map<String, T> words = new LinkedHashMap<>();
    for (E constant : constants) {
      words.put(of(constant), value.apply(constant));
    }
    return words;
  }
}
