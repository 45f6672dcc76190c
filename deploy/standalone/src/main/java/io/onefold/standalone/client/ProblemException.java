package io.onefold.standalone.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** The ledger said no, with an RFC 9457 problem document or another body. */
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient JsonNode document;

  ProblemException(int status, JsonNode document) {
    super(sentence(status, document));
    this.status = status;
    this.document = document;
  }

  /** HTTP status, 400 to 599. */
  public int status() {
    return status;
  }

  /** The name of the field that is wrong, where the ledger named one. */
  public Optional<String> field() {
    return text(document, "field");
  }

  /** One line: the field if one is named, and what is wrong. */
  private static String sentence(int status, JsonNode document) {
    String what =
        text(document, "message")
            .or(() -> text(document, "detail"))
            .or(() -> text(document, "title"))
            .orElse("the ledger answered " + status);
    String line = what.replaceAll("\\s+", " ").strip();
    return text(document, "field")
        .filter(field -> !line.contains(field))
        .map(field -> field + ": " + line)
        .orElse(line);
  }

  private static Optional<String> text(JsonNode document, String name) {
    JsonNode value = document.path(name);
    return value.isTextual() && !value.textValue().isBlank()
        ? Optional.of(value.textValue())
        : Optional.empty();
  }
}
