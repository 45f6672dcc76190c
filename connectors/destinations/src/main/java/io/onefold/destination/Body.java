package io.onefold.destination;

import java.util.Map;

/**
 * What a write carries. Everything but {@link Payload} is rendered once, when the intent is
 * admitted, by {@link BodyRenderer}.
 */
public sealed interface Body {
  /** The approved bytes, unchanged. */
  Payload PAYLOAD = new Payload();

  /** The approved bytes, unchanged. */
  record Payload() implements Body {}

  /** A JSON document, sent in the canonical form of RFC 8785. */
  record Json(BodyNode root) implements Body {}

  /** An {@code application/x-www-form-urlencoded} form; the fields keep their order. */
  record Form(Map<String, Template> fields) implements Body {
    public Form {
      fields = Ordered.copy(fields);
    }
  }

  /**
   * A text in UTF-8.
   *
   * @param contentType the {@code Content-Type} header
   */
  record Text(String contentType, Template template) implements Body {}
}
