package io.onefold.destination;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A text with RFC 6570 variables and, in headers and addresses, secret references.
 *
 * @param text as written in the contract file, with {@code ${env:NAME}} and {@code ${file:/path}}
 *     unresolved
 * @param variables names of the variables it uses
 * @param where its place in the contract, for example {@code destinations.blog.send.url}; only for
 *     messages, empty where unknown
 */
public record Template(String text, Set<String> variables, String where) {
  public Template {
    variables = Set.copyOf(variables);
  }

  /** A template whose place in a contract is not known. */
  public Template(String text, Set<String> variables) {
    this(text, variables, "");
  }

  /**
   * Reads a text as a template.
   *
   * @throws IllegalArgumentException if it is not one; the message says why and what is allowed
   */
  public static Template of(String text) {
    return of(text, "");
  }

  static Template of(String text, String where) {
    return of(TemplatePart.parse(text), text, where);
  }

  /** A text of a body, where a doubled brace stands for one and there are no secrets. */
  static Template ofBody(String text, String where) {
    return of(BodyTemplate.parse(text), text, where);
  }

  private static Template of(List<TemplatePart> parts, String text, String where) {
    Set<String> names = new LinkedHashSet<>();
    for (TemplatePart part : parts) {
      if (part instanceof TemplatePart.Expression expression) {
        expression.names().forEach(name -> names.add(TemplatePart.plain(name)));
      }
    }
    return new Template(text, names, where);
  }

  /** The secrets it needs, in the order of the text. */
  public List<SecretReference> secrets() {
    return TemplatePart.parse(text).stream()
        .filter(TemplatePart.Secret.class::isInstance)
        .map(part -> ((TemplatePart.Secret) part).reference())
        .distinct()
        .toList();
  }
}
