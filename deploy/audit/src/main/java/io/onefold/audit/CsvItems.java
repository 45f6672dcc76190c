package io.onefold.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A listing as comma-separated values (RFC 4180), each item in one line. The first line names the
 * columns.
 */
final class CsvItems implements Listing.Form {
  static final String ALLOWED =
      "the first line must name the columns: providerId, publicUrl or both, and createdAt if"
          + " wanted";

  private List<String> columns = List.of();

  @Override
  public Optional<Listing.Item> item(String text, long line) throws Listing.UnfitLineException {
    if (columns.isEmpty()) {
      columns = columns(split(text));
      return Optional.empty();
    }
    if (text.isBlank()) {
      return Optional.empty();
    }
    List<String> values = split(text);
    if (values.size() != columns.size()) {
      throw new Listing.UnfitLineException(
          "it has %d values; the first line names %d columns (%s)"
              .formatted(values.size(), columns.size(), String.join(",", columns)));
    }
    Map<String, String> fields = new HashMap<>();
    for (int i = 0; i < values.size(); i++) {
      fields.put(columns.get(i), values.get(i));
    }
    return Optional.of(ItemFields.item(fields, line));
  }

  private static List<String> columns(List<String> names) throws Listing.UnfitLineException {
    for (String name : names) {
      if (!ItemFields.ALL.contains(name)) {
        throw new Listing.UnfitLineException("it names a column '%s'; %s".formatted(name, ALLOWED));
      }
    }
    boolean identifies =
        names.contains(ItemFields.PROVIDER_ID) || names.contains(ItemFields.PUBLIC_URL);
    if (!identifies || new HashSet<>(names).size() < names.size()) {
      throw new Listing.UnfitLineException(
          "its columns are %s; %s, each once".formatted(String.join(",", names), ALLOWED));
    }
    return names;
  }

  private static List<String> split(String text) throws Listing.UnfitLineException {
    List<String> values = new ArrayList<>();
    StringBuilder value = new StringBuilder();
    int at = 0;
    while (true) {
      if (at < text.length() && text.charAt(at) == '"') {
        at = quoted(text, at, value);
      } else {
        while (at < text.length() && text.charAt(at) != ',') {
          value.append(text.charAt(at++));
        }
      }
      values.add(value.toString());
      value.setLength(0);
      if (at >= text.length()) {
        return values;
      }
      at++;
    }
  }

  /** Reads a value in quotes; returns the place behind it, where a comma is or nothing. */
  private static int quoted(String text, int begin, StringBuilder value)
      throws Listing.UnfitLineException {
    int at = begin + 1;
    while (at < text.length()) {
      if (text.charAt(at) != '"') {
        value.append(text.charAt(at++));
      } else if (at + 1 < text.length() && text.charAt(at + 1) == '"') {
        value.append('"');
        at += 2;
      } else if (at + 1 < text.length() && text.charAt(at + 1) != ',') {
        throw new Listing.UnfitLineException(
            "behind the quote at character %d stands '%s'; allowed is a comma or the end"
                .formatted(at + 1, text.charAt(at + 1)));
      } else {
        return at + 1;
      }
    }
    throw new Listing.UnfitLineException(
        "the quote at character %d is not closed; a value ends in the line in which it begins"
            .formatted(begin + 1));
  }
}
