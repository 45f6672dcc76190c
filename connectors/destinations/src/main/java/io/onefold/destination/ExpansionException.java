package io.onefold.destination;

/**
 * A template cannot be filled for this operation: a variable or a secret is missing, or the result
 * would not be safe to send. The message names what is missing and never holds a secret.
 */
public final class ExpansionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ExpansionException(String message) {
    super(message);
  }

  static String place(String where) {
    return where.isEmpty() ? "this template" : where;
  }
}
