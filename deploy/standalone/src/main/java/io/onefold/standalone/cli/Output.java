package io.onefold.standalone.cli;

import picocli.CommandLine.Option;

/** How a command answers. */
final class Output {
  /** Forms of an answer. */
  enum Form {
    TEXT,
    JSON
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "text",
      description = "text, or json: one JSON object per line. Default: text")
  Form form = Form.TEXT;

  boolean json() {
    return form == Form.JSON;
  }
}
