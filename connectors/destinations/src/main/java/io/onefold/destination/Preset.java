package io.onefold.destination;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A ready-made contract for a known provider.
 *
 * @param name what {@code preset} in a destination says
 * @param title what it is for, in a few words
 * @param sources where its values come from
 * @param parameters what the user fills in, in the order of the file
 * @param samples intents that show the contract at work, for the drill
 */
public record Preset(
    String name,
    String title,
    List<Source> sources,
    Map<String, Parameter> parameters,
    List<Sample> samples) {
  public Preset {
    sources = List.copyOf(sources);
    parameters = Ordered.copy(parameters);
    samples = List.copyOf(samples);
  }

  /**
   * A document that the contract follows.
   *
   * @param url its address
   * @param read the day on which it was read, for example 2026-11-29
   */
  public record Source(String url, String read) {}

  /**
   * A value that the user gives.
   *
   * @param about what it is
   * @param example one that is right
   * @param otherwise the value where the user gives none; empty: it must be given. An empty text:
   *     what uses it is left out
   */
  public record Parameter(String about, String example, Optional<String> otherwise) {}

  /**
   * An intent in short. Any text may hold {@code {run}}, which stands for a text that is different
   * in each run.
   *
   * @param payload plain Java values as a JSON library gives them: text, numbers, booleans, maps
   *     and lists
   */
  public record Sample(String action, Object payload, Map<String, String> attributes) {
    public Sample {
      attributes = Ordered.copy(attributes);
    }
  }
}
