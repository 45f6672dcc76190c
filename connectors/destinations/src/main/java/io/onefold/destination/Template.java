package io.onefold.destination;

import java.util.Set;

/**
 * A text with RFC 6570 variables and, in headers and addresses, secret references.
 *
 * @param text as written in the contract file, with {@code ${env:NAME}} and {@code ${file:/path}}
 *     unresolved
 * @param variables names of the variables it uses
 */
public record Template(String text, Set<String> variables) {
  public Template {
    variables = Set.copyOf(variables);
  }
}
