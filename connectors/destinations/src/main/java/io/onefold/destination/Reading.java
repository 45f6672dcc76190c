package io.onefold.destination;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.error.Mark;

/** What one pass over a contract file collects and what it needs along the way. */
final class Reading {
  // Far above any real file; a file that grows beyond it by its aliases is an attack or an
  // accident.
  private static final int MOST_VALUES = 300_000;

  // A file with more is no contract file, and nobody reads a longer list.
  private static final int MOST_MISTAKES = 1000;

  private final Optional<Secrets> secrets;
  private final Presets presets;
  private final Set<String> connectors;
  private final List<Mistake> mistakes = new ArrayList<>();
  private final List<Warning> warnings = new ArrayList<>();
  private int values;

  private Reading(Optional<Secrets> secrets, Presets presets, Set<String> connectors) {
    this.secrets = secrets;
    this.presets = presets;
    this.connectors = connectors;
  }

  /** A pass that fills in references that stand for a whole value, such as an account. */
  static Reading resolving(Secrets secrets, Presets presets, Set<String> connectors) {
    return new Reading(Optional.of(secrets), presets, connectors);
  }

  /** A pass that leaves references as they are written. */
  static Reading asWritten(Presets presets) {
    return new Reading(Optional.empty(), presets, Set.of());
  }

  /** Counts one value read. */
  void countValue() {
    if (++values > MOST_VALUES) {
      throw new TooMuchException(
          "holds more than %d values once all aliases are written out".formatted(MOST_VALUES));
    }
  }

  void mistake(Mark mark, String path, String message) {
    mistake(
        new Mistake(
            mark.getLine() + 1, mark.getColumn() + 1, path, PresetMark.told(mark, message)));
  }

  void mistake(Mistake mistake) {
    if (mistakes.size() >= MOST_MISTAKES) {
      throw new TooMuchException(
          "holds more than %d mistakes; the others are not listed".formatted(MOST_MISTAKES));
    }
    mistakes.add(mistake);
  }

  /** The reading was given up. */
  void gaveUp(TooMuchException why) {
    mistakes.add(new Mistake(0, 0, "", String.valueOf(why.getMessage())));
  }

  void warning(String destination, YamlValue at, String message) {
    Mark mark = at.mark();
    warnings.add(
        new Warning(
            destination,
            mark.getLine() + 1,
            mark.getColumn() + 1,
            at.path(),
            PresetMark.told(mark, message)));
  }

  /** All mistakes in the order of the file, each once although aliases may repeat it. */
  List<Mistake> mistakes() {
    return mistakes.stream()
        .distinct()
        .sorted(Comparator.comparingInt(Mistake::line).thenComparingInt(Mistake::column))
        .toList();
  }

  List<Warning> warnings() {
    return warnings.stream()
        .sorted(Comparator.comparingInt(Warning::line).thenComparingInt(Warning::column))
        .toList();
  }

  /** The connectors that may be named; empty: any. */
  Set<String> connectors() {
    return connectors;
  }

  Presets presets() {
    return presets;
  }

  Optional<Secrets> secrets() {
    return secrets;
  }

  /** There is no point in reading on. */
  static final class TooMuchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooMuchException(String message) {
      super(message);
    }
  }
}
