package io.onefold.crash.agent;

import org.jspecify.annotations.Nullable;

/**
 * A method boundary, perhaps only for some arguments.
 *
 * @param site {@code class#method/number of parameters}
 * @param kind what is asked of the argument
 * @param argument index of the argument that is asked, from 0
 * @param text what the argument must be or hold
 */
public record Trigger(String site, Edge edge, Kind kind, int argument, String text) {
  private static final String SEPARATOR = "\u0001";

  /** What is asked of an argument. */
  public enum Kind {
    /** Nothing. */
    ANY,
    /** Its class has this simple name. */
    TYPE,
    /** Its text holds this. */
    TEXT
  }

  /** True if this call is meant. */
  boolean matches(String reached, Edge side, @Nullable Object[] arguments) {
    return edge == side && site.equals(reached) && matches(arguments);
  }

  private boolean matches(@Nullable Object[] arguments) {
    if (kind == Kind.ANY) {
      return true;
    }
    Object asked = argument < arguments.length ? arguments[argument] : null;
    if (asked == null) {
      return false;
    }
    return kind == Kind.TYPE
        ? asked.getClass().getSimpleName().equals(text)
        : asked.toString().contains(text);
  }

  /** One word without tabs or line ends. */
  public String encoded() {
    return String.join(SEPARATOR, site, edge.name(), kind.name(), Integer.toString(argument), text);
  }

  /** The trigger that {@link #encoded} gave. */
  static Trigger decoded(String word) {
    String[] parts = word.split(SEPARATOR, -1);
    return new Trigger(
        parts[0],
        Edge.valueOf(parts[1]),
        Kind.valueOf(parts[2]),
        Integer.parseInt(parts[3]),
        parts[4]);
  }
}
