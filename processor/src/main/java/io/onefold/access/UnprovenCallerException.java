package io.onefold.access;

/** A request without a credential, or with one that proves nothing. The message tells no secret. */
public final class UnprovenCallerException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean offered;

  private UnprovenCallerException(String message, boolean offered) {
    super(message);
    this.offered = offered;
  }

  static UnprovenCallerException none() {
    return new UnprovenCallerException(
        "a credential is needed: the header Authorization with Bearer and a token", false);
  }

  // One text for all reasons: which part of a guess was right is nobody's business.
  static UnprovenCallerException invalid() {
    return new UnprovenCallerException("the credential is not valid here, or no longer", true);
  }

  /** True if there was a credential. */
  public boolean offered() {
    return offered;
  }
}
