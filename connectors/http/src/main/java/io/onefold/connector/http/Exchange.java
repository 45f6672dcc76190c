package io.onefold.connector.http;

import io.onefold.connector.SendResult.NotSent;
import java.util.Optional;

/** How one call over the network ended. */
sealed interface Exchange {
  /** A whole answer came. */
  record Answered(Answer answer) implements Exchange {}

  /** No byte of the request was written. */
  record NotStarted(NotSent.Why why, String message) implements Exchange {}

  /** The request was, or may have been, written, and no whole answer came. */
  record Lost(How how, Optional<Integer> status, String message) implements Exchange {
    enum How {
      TIMEOUT,
      CONNECTION_LOST,
      TOO_LARGE,
      INTERRUPTED
    }
  }
}
