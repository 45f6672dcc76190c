package io.onefold.audit;

import io.onefold.schema.FileProblem;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A file that says what a destination holds: CSV if its name ends in {@code .csv}, otherwise one
 * JSON object in each line.
 *
 * @param destination the destination contract's name
 */
public record Listing(String destination, Path file) {
  private static final String MARK = "\uFEFF";

  /**
   * One thing at the destination; it has an identifier or an address, or both.
   *
   * @param line where it stands in the file, from 1
   */
  record Item(
      Optional<String> providerId,
      Optional<String> publicUrl,
      Optional<Instant> createdAt,
      long line) {}

  /** How lines are read. */
  interface Form {
    /**
     * What a line says; empty for one that says nothing.
     *
     * @throws UnfitLineException if it says something that is not allowed
     */
    Optional<Item> item(String text, long line) throws UnfitLineException;
  }

  /** A line says what it may not say. */
  static final class UnfitLineException extends Exception {
    private static final long serialVersionUID = 1L;

    UnfitLineException(String message) {
      super(message);
    }
  }

  /** When the file was last changed: what came later need not be in it. */
  Instant madeAt() {
    try {
      return Files.getLastModifiedTime(file).toInstant();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  long bytes() {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /**
   * Hands on each item.
   *
   * @throws InvalidListingException if the file cannot be read, or a line of it is not allowed
   */
  void read(Consumer<Item> sink) {
    boolean csv = file.toString().toLowerCase(Locale.ROOT).endsWith(".csv");
    Form form = csv ? new CsvItems() : new JsonItems();
    long number = 1;
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine(), number++) {
        String text = number == 1 && line.startsWith(MARK) ? line.substring(1) : line;
        form.item(text, number).ifPresent(sink);
      }
    } catch (UnfitLineException e) {
      throw new InvalidListingException(
          "listing %s, line %d: %s".formatted(file, number, e.getMessage()));
    } catch (CharacterCodingException e) {
      throw new InvalidListingException(
          "listing %s, at or after line %d: it is not UTF-8".formatted(file, number));
    } catch (IOException e) {
      throw unreadable(e);
    }
    if (csv && number == 1) {
      throw new InvalidListingException(
          "listing %s, line 1: it is empty; %s".formatted(file, CsvItems.ALLOWED));
    }
  }

  private InvalidListingException unreadable(IOException e) {
    return new InvalidListingException(
        "listing %s cannot be read: %s".formatted(file, FileProblem.of(file, e)));
  }
}
