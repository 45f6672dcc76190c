package io.onefold.connector;

/**
 * Talks to one kind of destination. Calls block; they are made on virtual threads, many at a time,
 * so an implementation is thread-safe. None of the calls throws for what a destination or the
 * network does: that is an outcome.
 */
public interface Connector extends AutoCloseable {

  /** The name that contracts use, for example {@code http}. */
  String name();

  /**
   * Makes the attempt: one request at most, no redirect followed, no retry of any kind below this
   * call.
   *
   * <p>Everything slow (identity probe, connection, TLS, credentials) comes first; {@code gate} is
   * asked immediately before the first byte of the request leaves, and a closed gate ends the
   * attempt as {@code NotSent(LEASE_TOO_SHORT)}. When {@code sendTimeout} of the contract is over,
   * the connection is reset so that no buffered byte arrives later.
   */
  SendResult send(SendRequest request, SendGate gate);

  /** Asks the destination what it stored. Read-only. */
  Observation readback(ReadbackRequest request);

  @Override
  void close();
}
