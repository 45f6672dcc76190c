package io.onefold.schema;

/** Shows characters and texts of unknown origin so that a terminal and a log line survive them. */
public final class PrintableText {
  private static final int LONGEST = 120;

  private PrintableText() {}

  /** One code point in readable form, for example {@code "é" (U+00E9)} or {@code U+0009}. */
  static String codePoint(int codePoint) {
    String number = String.format("U+%04X", codePoint);
    return isPrintable(codePoint)
        ? "\"" + Character.toString(codePoint) + "\" (" + number + ")"
        : number;
  }

  /** As {@link #shown}, in double quotes. */
  static String quote(String text) {
    return "\"" + shown(text) + "\"";
  }

  /** The text, cut after 120 code points, with unprintable ones as {@code \\uXXXX}. */
  static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints().limit(LONGEST).forEach(codePoint -> append(shown, codePoint));
    boolean cut = text.codePointCount(0, text.length()) > LONGEST;
    return shown.append(cut ? "…" : "").toString();
  }

  /** The whole text, with unprintable code points as {@code \\uXXXX}, so that it stays one line. */
  public static String line(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints().forEach(codePoint -> append(line, codePoint));
    return line.toString();
  }

  private static void append(StringBuilder shown, int codePoint) {
    if (isPrintable(codePoint)) {
      shown.appendCodePoint(codePoint);
    } else if (Character.isBmpCodePoint(codePoint)) {
      shown.append(String.format("\\u%04x", codePoint));
    } else {
      shown.append(String.format("\\u{%x}", codePoint));
    }
  }

  private static boolean isPrintable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      // Blanks other than the plain one cannot be told from it.
      case Character.SPACE_SEPARATOR -> codePoint == ' ';
      default -> true;
    };
  }
}
