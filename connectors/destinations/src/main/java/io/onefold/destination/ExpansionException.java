package io.onefold.destination;

import java.util.Optional;

/**
 * A template cannot be filled for this operation: a variable or a secret is missing, or the result
 * would not be safe to send. The message names what is missing and never holds a secret.
 */
@SuppressWarnings("serial") // Never serialised; an Optional says best that there may be none.
public final class ExpansionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Optional<String> variable;

  ExpansionException(String message) {
    super(message);
    this.variable = Optional.empty();
  }

  /** Because of one variable. */
  ExpansionException(String variable, String message) {
    super(message);
    this.variable = Optional.of(variable);
  }

  /** The variable whose value is missing or does not fit; empty where it is not one alone. */
  public Optional<String> variable() {
    return variable;
  }

  static String place(String where) {
    return where.isEmpty() ? "this template" : where;
  }
}
