package io.onefold.destination;

import java.util.List;

/** A contract file with mistakes: all of them, in the order of the file. */
public final class InvalidDestinationsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Mistake> mistakes;

  InvalidDestinationsException(String file, List<Mistake> mistakes) {
    super(message(file, mistakes));
    this.mistakes = List.copyOf(mistakes);
  }

  /** Every mistake of the file, at least one. */
  public List<Mistake> mistakes() {
    return mistakes;
  }

  private static String message(String file, List<Mistake> mistakes) {
    StringBuilder text = new StringBuilder();
    for (Mistake mistake : mistakes) {
      text.append(text.isEmpty() ? "" : "\n").append(file).append(':');
      text.append(mistake.line() > 0 ? "" : " ").append(mistake);
    }
    return text.toString();
  }
}
