package io.onefold.crash;

import java.util.List;

/**
 * What a JVM runs.
 *
 * @param heap its most, as {@code -Xmx} takes it
 * @param main name of the main class
 * @param arguments of that
 */
record Program(String heap, String main, List<String> arguments) {
  Program {
    arguments = List.copyOf(arguments);
  }
}
