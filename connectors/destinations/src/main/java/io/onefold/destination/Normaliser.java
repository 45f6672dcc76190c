package io.onefold.destination;

/**
 * A declared difference between sent and stored text that does not count as a difference. Each maps
 * a text to its plain form.
 */
public enum Normaliser {
  NFC,
  TRIM,
  COLLAPSE_SPACE,
  UNESCAPE_HTML,
  STRIP_HTML,
  STRAIGHT_QUOTES,
  SECONDS,
  LOWER;

  /** The name in the contract file, for example {@code unescape-html}. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }
}
