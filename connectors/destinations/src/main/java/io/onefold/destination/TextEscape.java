package io.onefold.destination;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.apache.commons.text.StringEscapeUtils;

/**
 * Keeps a value inside the place that a text body gives it. Without this a title with a line end
 * could add a line of its own to a calendar entry, or a tag to a document.
 */
final class TextEscape {
  private TextEscape() {}

  /** How values are written in a body of that type. */
  static UnaryOperator<String> of(String contentType, Template template) {
    String type = contentType.toLowerCase(Locale.ROOT).split(";", 2)[0].strip();
    return switch (type) {
      case "text/calendar", "text/vcard" -> TextEscape::contentLine;
      case "text/html", "text/xml", "application/xml" -> TextEscape::markup;
      default -> type.endsWith("+xml") ? TextEscape::markup : value -> plain(value, template);
    };
  }

  // RFC 5545, section 3.3.11, and RFC 6350, section 3.4.
  private static String contentLine(String value) {
    return value
        .replace("\\", "\\\\")
        .replace(";", "\\;")
        .replace(",", "\\,")
        .replace("\r\n", "\\n")
        .replace("\n", "\\n")
        .replace("\r", "\\n");
  }

  private static String markup(String value) {
    return StringEscapeUtils.escapeXml11(value);
  }

  private static String plain(String value, Template template) {
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new ExpansionException(
          "a value for %s holds a line end or another control character; only a body that is one whole variable may hold one"
              .formatted(ExpansionException.place(template.where())));
    }
    return value;
  }
}
