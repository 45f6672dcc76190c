package io.onefold.proof.weakening;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** The simulation among changed classes, or among the same classes loaded in the same way. */
final class Trial {
  /**
   * A history in which a promise was broken.
   *
   * @param histories played until then, this one included
   */
  record Caught(String rule, String world, String finding, long seed, int histories) {}

  private final BiFunction<Long, Boolean, List<String>> probe;

  Trial(Map<String, byte[]> classes) {
    try {
      Object made =
          new ChangedClasses(classes)
              .loadClass(Probe.class.getName())
              .getDeclaredConstructor()
              .newInstance();
      @SuppressWarnings("unchecked") // it is the same source
      BiFunction<Long, Boolean, List<String>> typed =
          (BiFunction<Long, Boolean, List<String>>) made;
      this.probe = typed;
    } catch (ReflectiveOperationException e) {
      throw new WeakeningException("the simulation cannot be loaded a second time", e);
    }
  }

  /** Nothing is changed, but the same sources go through the same compiler and loader. */
  static Map<String, byte[]> unchangedClasses(
      List<Weakening> weakenings, Checkout checkout, SourceCompiler compiler) {
    Map<String, String> sources = new HashMap<>();
    weakenings.stream()
        .flatMap(weakening -> weakening.edits().stream())
        .forEach(edit -> sources.computeIfAbsent(edit.file(), checkout::read));
    return compiler.compile(sources);
  }

  /**
   * The classes with the rule dropped.
   *
   * @throws WeakeningException if an edit does not fit or does not compile
   */
  static Map<String, byte[]> classes(
      Weakening weakening, Checkout checkout, SourceCompiler compiler) {
    Map<String, String> sources = new HashMap<>();
    try {
      for (Weakening.Edit edit : weakening.edits()) {
        String source = sources.computeIfAbsent(edit.file(), checkout::read);
        sources.put(edit.file(), edit.applyTo(source));
      }
      return compiler.compile(sources);
    } catch (WeakeningException e) {
      throw new WeakeningException(
          "weakening '%s': %s".formatted(weakening.name(), e.getMessage()), e);
    }
  }

  /** Plays these histories until one breaks a promise. */
  Optional<Caught> run(List<Long> seeds) {
    int histories = 0;
    for (long seed : seeds) {
      histories++;
      List<String> found = probe.apply(seed, false);
      if (!found.isEmpty()) {
        return Optional.of(new Caught(found.get(0), found.get(1), found.get(2), seed, histories));
      }
    }
    return Optional.empty();
  }

  /** The story of a history, as short as it can be made. */
  String story(long seed) {
    List<String> found = probe.apply(seed, true);
    return found.isEmpty() ? "No promise was broken with seed " + seed + "." : found.get(3);
  }
}
