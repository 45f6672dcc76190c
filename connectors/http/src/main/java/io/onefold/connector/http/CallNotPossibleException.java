package io.onefold.connector.http;

/** A request cannot be built from this contract and this operation; nothing was sent. */
final class CallNotPossibleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CallNotPossibleException(String message) {
    super(message);
  }
}
