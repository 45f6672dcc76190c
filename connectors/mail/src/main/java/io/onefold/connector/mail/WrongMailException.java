package io.onefold.connector.mail;

/**
 * The payload is no mail that can be sent. The message says where, what is wrong, what is allowed.
 */
final class WrongMailException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WrongMailException(String message) {
    super(message);
  }
}
