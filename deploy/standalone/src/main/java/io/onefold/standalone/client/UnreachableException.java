package io.onefold.standalone.client;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import javax.net.ssl.SSLException;

/** The ledger gave no answer that can be used; whether it took the request is unknown. */
public final class UnreachableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnreachableException(URI target, Throwable cause) {
    super("no answer from " + target + " (" + why(cause) + ")", cause);
  }

  public UnreachableException(URI target, String why) {
    super("no answer from " + target + " (" + why + ")");
  }

  private static String why(Throwable cause) {
    return switch (cause) {
      case HttpConnectTimeoutException e -> "connecting took too long";
      case HttpTimeoutException e -> "the answer took too long";
      case ConnectException e -> "connection refused; is a ledger running there?";
      case SSLException e ->
          "no TLS that can be trusted: "
              + e.getMessage()
              + "; --ca names who signs a certificate that Java does not trust by itself";
      default -> cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    };
  }
}
