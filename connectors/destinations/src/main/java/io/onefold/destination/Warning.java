package io.onefold.destination;

/**
 * A weak spot of a contract that is legal all the same.
 *
 * @param destination name of the destination
 * @param line line of the file, from 1
 * @param column column of the line, from 1
 * @param path what is meant, for example {@code destinations.blog.idempotency}
 * @param message what follows from it
 */
public record Warning(String destination, int line, int column, String path, String message) {

  /** {@code line:column: path: message}. */
  @Override
  public String toString() {
    return line + ":" + column + ": " + path + ": " + message;
  }
}
