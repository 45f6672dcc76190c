package io.onefold.standalone.cli;

import static io.onefold.standalone.cli.RestCommand.text;

import com.fasterxml.jackson.databind.JsonNode;

/** Destinations in plain words. */
final class DestinationWords {
  private DestinationWords() {}

  /** Why it takes no attempts, and what is being done about it; empty if it takes them. */
  static String because(JsonNode destination) {
    JsonNode why = destination.path("suspension");
    if (!why.isObject()) {
      return "";
    }
    String of = text(why, "operationId");
    String by = text(why, "by");
    StringBuilder said = new StringBuilder(text(why, "reason"));
    said.append(of.isEmpty() ? "" : " of operation " + of);
    said.append(by.isEmpty() ? "" : " by " + by);
    said.append(": ").append(text(why, "message"));
    String test = text(destination, "test", "operationId");
    if (!test.isEmpty()) {
      said.append("; being tested with operation ").append(test);
    } else if (!text(why, "lastTest").isEmpty()) {
      said.append("; ").append(text(why, "lastTest"));
    }
    return said.toString();
  }
}
