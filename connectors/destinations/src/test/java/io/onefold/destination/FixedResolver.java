package io.onefold.destination;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Secrets by a rule, for the environment and for files alike. */
record FixedResolver(Function<String, Optional<String>> values) implements SecretResolver {
  static FixedResolver of(Map<String, String> values) {
    return new FixedResolver(name -> Optional.ofNullable(values.get(name)));
  }

  @Override
  public Optional<String> environment(String name) {
    return values.apply(name);
  }

  @Override
  public Optional<String> file(String path) {
    return values.apply(path);
  }
}
