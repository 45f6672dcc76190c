package io.onefold.destination;

import org.yaml.snakeyaml.error.Mark;

/**
 * The place of a value that a preset brings: it points to the user's file, where the preset is
 * named, and its name tells the preset and the line there.
 */
final class PresetMark {
  private static final String PRESET = "preset ";

  private PresetMark() {}

  /**
   * @param user where the preset is named
   * @param there where the value stands in the preset
   */
  static Mark of(Mark user, String preset, Mark there) {
    String place = "%s%s, line %d".formatted(PRESET, preset, there.getLine() + 1);
    return new Mark(place, user.getIndex(), user.getLine(), user.getColumn(), new int[0], 0);
  }

  /** The message, with the place in the preset before it if the mark is one of a preset. */
  static String told(Mark mark, String message) {
    return mark.getName().startsWith(PRESET) ? mark.getName() + ": " + message : message;
  }
}
