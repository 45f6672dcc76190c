package io.onefold.schema;

import java.util.List;
import java.util.Optional;

/**
 * The name of one thing wanted once: 1 to 200 characters of {@code A-Z a-z 0-9 . _ : / | = + @ -}.
 *
 * <p>Two IDs are the same operation only if they are equal character by character. Nothing is
 * folded or trimmed: {@code Invoice-1} and {@code invoice-1} are two operations, and a blank is
 * refused.
 *
 * @param value the ID, as it is used as the key of every topic
 */
public record OperationId(String value) implements Comparable<OperationId> {
  /** The longest ID, in characters. */
  public static final int MAX_LENGTH = 200;

  private static final char SEPARATOR = '|';
  private static final String ALLOWED = "A-Z a-z 0-9 . _ : / | = + @ -";

  /**
   * Checks the ID.
   *
   * @throws IllegalArgumentException naming the position and the offending character
   */
  public OperationId {
    problemOf(value)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException("an operation ID " + problem);
            });
  }

  /**
   * Joins the parts of a business action with {@code |}, for example {@code of("campaign-7",
   * "website", "launch-post")}.
   *
   * @throws IllegalArgumentException if there is no part, a part is empty or contains {@code |}, or
   *     the result is no operation ID
   */
  public static OperationId of(String... parts) {
    if (parts.length == 0) {
      throw new IllegalArgumentException("an operation ID needs at least one part");
    }
    for (int i = 0; i < parts.length; i++) {
      checkPart(parts[i], i + 1);
    }
    return new OperationId(String.join(String.valueOf(SEPARATOR), List.of(parts)));
  }

  /**
   * Reads an ID as it stands.
   *
   * @throws IllegalArgumentException naming the position (from 1), the offending character and what
   *     is allowed
   */
  public static OperationId parse(String text) {
    return new OperationId(text);
  }

  /** What keeps a text from being an operation ID, as the rest of a sentence; empty if nothing. */
  static Optional<String> problemOf(String text) {
    if (text.isEmpty()) {
      return Optional.of("must not be empty; allowed are " + rule());
    }
    for (int i = 0; i < text.length(); i++) {
      if (!isAllowed(text.charAt(i))) {
        return Optional.of(
            "contains "
                + PrintableText.codePoint(text.codePointAt(i))
                + " at position "
                + (i + 1)
                + "; allowed are "
                + rule());
      }
    }
    if (text.length() > MAX_LENGTH) {
      return Optional.of("is " + text.length() + " characters long; allowed are " + rule());
    }
    return Optional.empty();
  }

  @Override
  public int compareTo(OperationId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }

  // A part that held the separator could make two different lists of parts one ID.
  private static void checkPart(String part, int number) {
    if (part.isEmpty()) {
      throw new IllegalArgumentException(
          "part " + number + " of an operation ID must not be empty");
    }
    if (part.indexOf(SEPARATOR) >= 0) {
      throw new IllegalArgumentException(
          "part "
              + number
              + " of an operation ID contains \"|\" at position "
              + (part.indexOf(SEPARATOR) + 1)
              + "; it separates the parts and must not be in one");
    }
  }

  private static String rule() {
    return "1 to " + MAX_LENGTH + " characters of " + ALLOWED;
  }

  private static boolean isAllowed(char c) {
    return (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || "._:/|=+@-".indexOf(c) >= 0;
  }
}
