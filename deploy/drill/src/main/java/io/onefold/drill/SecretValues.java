package io.onefold.drill;

import io.onefold.destination.Destination;
import io.onefold.destination.SecretResolver;
import io.onefold.destination.Secrets;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The secrets of a contract, to keep them out of the report. */
final class SecretValues {
  private static final String MASK = "***";

  private final List<String> longestFirst;

  private SecretValues(Set<String> values) {
    longestFirst =
        values.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
  }

  /** All that this contract refers to and that can be resolved here. */
  static SecretValues of(Destination destination, SecretResolver resolver) {
    Set<String> values = new TreeSet<>();
    SecretResolver recording =
        new SecretResolver() {
          @Override
          public Optional<String> environment(String name) {
            return recorded(resolver.environment(name));
          }

          @Override
          public Optional<String> file(String path) {
            return recorded(resolver.file(path));
          }

          private Optional<String> recorded(Optional<String> value) {
            value.map(String::strip).filter(text -> !text.isEmpty()).ifPresent(values::add);
            return value;
          }
        };
    // What cannot be resolved was told before; this is only about what can.
    var unused = new Secrets(recording).unresolved(destination);
    return new SecretValues(values);
  }

  String mask(String text) {
    String masked = text;
    for (String secret : longestFirst) {
      masked =
          masked
              .replace(secret, MASK)
              .replace(URLEncoder.encode(secret, StandardCharsets.UTF_8), MASK);
    }
    return masked;
  }
}
