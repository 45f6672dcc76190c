package io.onefold.connector.wire;

import io.onefold.connector.SendResult.NotSent;
import java.util.Optional;

/** How one call ended. */
public sealed interface Exchange {
  /** A whole answer came. */
  record Answered(Answer answer) implements Exchange {}

  /** No byte of the request was written. */
  record NotStarted(NotSent.Why why, String message) implements Exchange {}

  /**
   * The request was, or may have been, written, and no whole answer came.
   *
   * @param status of the answer, if its head arrived
   */
  record Lost(How how, Optional<Integer> status, String message) implements Exchange {
    /** What ended it. */
    public enum How {
      TIMEOUT,
      CONNECTION_LOST,
      TOO_LARGE,
      INTERRUPTED
    }
  }
}
