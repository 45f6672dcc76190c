package io.onefold.access;

/** The keys of an issuer cannot be had for the moment, so its tokens cannot be checked. */
public final class KeysUnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  KeysUnavailableException(String issuer, Throwable cause) {
    super("the keys of issuer '" + issuer + "' cannot be fetched", cause);
  }
}
