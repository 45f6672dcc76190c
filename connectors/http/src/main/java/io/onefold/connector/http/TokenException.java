package io.onefold.connector.http;

import io.onefold.connector.SendResult.NotSent;

/** There is no access token for a request; nothing was sent to the destination. */
final class TokenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final NotSent.Why why;
  private final boolean refused;

  private TokenException(NotSent.Why why, boolean refused, String message) {
    super(message);
    this.why = why;
    this.refused = refused;
  }

  /** The authorization server cannot be asked, or gives no usable answer, now. */
  static TokenException unavailable(NotSent.Why why, String message) {
    return new TokenException(why, false, message);
  }

  /** The authorization server does not take the client's credentials. */
  static TokenException refused(String message) {
    return new TokenException(NotSent.Why.IDENTITY_UNKNOWN, true, message);
  }

  NotSent.Why why() {
    return why;
  }

  boolean isRefused() {
    return refused;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
