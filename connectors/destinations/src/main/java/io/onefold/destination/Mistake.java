package io.onefold.destination;

/**
 * One thing that is wrong in a contract file.
 *
 * @param line line of the file, from 1; 0 where the file as a whole is meant
 * @param column column of the line, from 1; 0 where the file as a whole is meant
 * @param path what is meant, for example {@code destinations.blog.send.timeout}; empty for the file
 * @param message what is wrong and what is allowed
 */
public record Mistake(int line, int column, String path, String message) {

  /** {@code line:column: path: message}, without what is not known. */
  @Override
  public String toString() {
    String place = line > 0 ? line + ":" + column + ": " : "";
    return place + (path.isEmpty() ? "" : path + ": ") + message;
  }
}
