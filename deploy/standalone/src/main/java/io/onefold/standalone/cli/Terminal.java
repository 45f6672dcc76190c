package io.onefold.standalone.cli;

import java.util.List;

/**
 * What the launcher found out about the terminal: the JVM cannot tell a terminal from a pipe on
 * every version.
 *
 * @param out standard output is a terminal
 * @param err standard error is a terminal
 * @param colour colours are wanted there
 */
record Terminal(boolean out, boolean err, boolean colour) {
  private static final String PROPERTY = "onefold.terminal";

  /** Of this process; without the launcher: no terminal. */
  static Terminal ofProcess() {
    List<String> streams = List.of(System.getProperty(PROPERTY, "").split(","));
    return new Terminal(
        streams.contains("out"), streams.contains("err"), System.getenv("NO_COLOR") == null);
  }

  String green(String text) {
    return paint("32", text);
  }

  String red(String text) {
    return paint("31", text);
  }

  String yellow(String text) {
    return paint("33", text);
  }

  String bold(String text) {
    return paint("1", text);
  }

  String dim(String text) {
    return paint("2", text);
  }

  private String paint(String code, String text) {
    return out && colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
