package io.onefold.connector.wire;

import io.onefold.connector.SendGate;

/** Carries requests: one call, at most one request, nothing repeated and nothing followed. */
public interface Wire extends AutoCloseable {
  /**
   * Makes one call and blocks until it has ended, which it does: by an answer, before the first
   * byte, or when {@link Call#timeout()} is over. Whoever calls must not hold a lock meanwhile.
   *
   * <p>The gate is asked once, immediately before the first byte; if it stays shut or throws,
   * nothing is written. An interrupt ends the call and is kept in the thread. Thread-safe.
   */
  Exchange exchange(Call call, SendGate gate);

  /** A call that needs no permission because it changes nothing. */
  default Exchange read(Call call) {
    return exchange(call, () -> true);
  }

  /** Ends what still runs; a call that comes later is not started. */
  @Override
  void close();
}
