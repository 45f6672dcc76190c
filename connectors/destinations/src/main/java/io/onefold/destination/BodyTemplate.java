package io.onefold.destination;

import java.util.List;
import java.util.Optional;

/**
 * Templates of bodies. They differ from those of addresses in two points: a doubled brace stands
 * for one brace, because bodies such as GraphQL queries are full of them, and there are no secrets,
 * because a body is kept and hashed.
 */
final class BodyTemplate {
  private BodyTemplate() {}

  /**
   * Takes a text apart.
   *
   * @throws IllegalArgumentException if a single brace does not belong to a variable
   */
  static List<TemplatePart> parse(String text) {
    return TemplatePart.parse(text, true);
  }

  /** The name of the variable that the whole text consists of; empty if it is anything else. */
  static Optional<String> wholeVariable(Template template) {
    List<TemplatePart> parts = parse(template.text());
    return parts.size() == 1
            && parts.get(0) instanceof TemplatePart.Expression expression
            && expression.names().size() == 1
            && expression.names().get(0).equals(TemplatePart.plain(expression.names().get(0)))
        ? Optional.of(expression.names().get(0))
        : Optional.empty();
  }
}
