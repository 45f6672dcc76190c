package io.onefold.standalone.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Lines with aligned columns, two blanks between them and none at the end. */
public final class TextTable {
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

  private final List<List<String>> rows = new ArrayList<>();

  /** Adds a line. */
  public TextTable row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  /** Prints all lines. */
  public void print(PrintWriter out) {
    rows.forEach(row -> out.println(line(row)));
  }

  private String line(List<String> row) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      line.append(row.get(column)).append(" ".repeat(width(column) - visible(row.get(column)) + 2));
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    return rows.stream()
        .filter(row -> row.size() > column)
        .mapToInt(row -> visible(row.get(column)))
        .max()
        .orElse(0);
  }

  /** Colours take no place. */
  private static int visible(String cell) {
    return COLOUR.matcher(cell).replaceAll("").length();
  }
}
