package io.onefold.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The report as a file that is kept as evidence; its ending says in which form. */
enum WrittenReport {
  JSON(".json"),
  HTML(".html"),
  MARKDOWN(".md");

  private final String ending;

  WrittenReport(String ending) {
    this.ending = ending;
  }

  /**
   * The form for this file.
   *
   * @throws WrongUseException if its name has another ending
   */
  static WrittenReport of(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    for (WrittenReport form : values()) {
      if (name.endsWith(form.ending)) {
        return form;
      }
    }
    throw new WrongUseException(
        "--report is " + file + "; allowed are names that end in .json, .html or .md");
  }

  /** Writes it. */
  void write(Verdicts verdicts, Path file) throws IOException {
    Files.writeString(
        file,
        switch (this) {
          case JSON -> JsonReport.of(verdicts);
          case HTML -> HtmlReport.of(verdicts);
          case MARKDOWN -> MarkdownReport.of(verdicts);
        });
  }
}
