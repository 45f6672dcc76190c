package io.onefold.standalone.text;

import java.util.List;

/**
 * What the launcher found out about the terminal: the JVM cannot tell a terminal from a pipe on
 * every version.
 *
 * @param out standard output is a terminal
 * @param err standard error is a terminal
 * @param colour colours are wanted there
 */
public record Terminal(boolean out, boolean err, boolean colour) {
  private static final String PROPERTY = "onefold.terminal";

  /** Of this process; without the launcher: no terminal. */
  public static Terminal ofProcess() {
    List<String> streams = List.of(System.getProperty(PROPERTY, "").split(","));
    return new Terminal(
        streams.contains("out"), streams.contains("err"), System.getenv("NO_COLOR") == null);
  }

  /** In that way, where colours are shown. */
  public String green(String text) {
    return paint("32", text);
  }

  /** In that way, where colours are shown. */
  public String red(String text) {
    return paint("31", text);
  }

  /** In that way, where colours are shown. */
  public String yellow(String text) {
    return paint("33", text);
  }

  /** In that way, where colours are shown. */
  public String bold(String text) {
    return paint("1", text);
  }

  /** In that way, where colours are shown. */
  public String dim(String text) {
    return paint("2", text);
  }

  private String paint(String code, String text) {
    return out && colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
