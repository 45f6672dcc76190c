package io.onefold.connector.simulated;

import java.time.Duration;
import java.util.Optional;

/**
 * What the provider does with one write.
 *
 * @param commitAfter when the item is stored, from the moment the request was read; empty: never.
 *     It happens whatever becomes of the connection
 */
public record WriteStep(Optional<Duration> commitAfter, Reply reply) {
  /** Stores at once and answers 201. */
  public static final WriteStep ACCEPT = commit(Reply.status(201));

  /** Stores at once. */
  public static WriteStep commit(Reply reply) {
    return commit(Duration.ZERO, reply);
  }

  /** Stores after a delay. */
  public static WriteStep commit(Duration after, Reply reply) {
    return new WriteStep(Optional.of(after), reply);
  }

  /** Stores nothing. */
  public static WriteStep refuse(Reply reply) {
    return new WriteStep(Optional.empty(), reply);
  }
}
