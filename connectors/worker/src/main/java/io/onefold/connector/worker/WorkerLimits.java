package io.onefold.connector.worker;

/**
 * How much a worker takes on at once.
 *
 * @param maxInFlight most claims and sends at once, at least 1
 * @param maxReadbacks most readbacks at once, beside the sends, at least 1
 * @param maxOffers most unclaimed offers held in memory, at least 1
 * @param maxWaitingReadbacks most readbacks waiting for a place, at least 1
 * @param maxWaitingReadbackBytes most payload bytes held by waiting readbacks, at least 1
 */
public record WorkerLimits(
    int maxInFlight,
    int maxReadbacks,
    int maxOffers,
    int maxWaitingReadbacks,
    long maxWaitingReadbackBytes) {
  /** Most claims and sends at once, where nothing else is configured. */
  public static final int DEFAULT_MAX_IN_FLIGHT = 256;

  /** Most readbacks at once, where nothing else is configured. */
  public static final int DEFAULT_MAX_READBACKS = 128;

  public WorkerLimits {
    atLeastOne("maxInFlight", maxInFlight);
    atLeastOne("maxReadbacks", maxReadbacks);
    atLeastOne("maxOffers", maxOffers);
    atLeastOne("maxWaitingReadbacks", maxWaitingReadbacks);
    atLeastOne("maxWaitingReadbackBytes", maxWaitingReadbackBytes);
  }

  /** These calls at once, with queues that fit into some 100 MiB. */
  public static WorkerLimits of(int maxInFlight, int maxReadbacks) {
    return new WorkerLimits(maxInFlight, maxReadbacks, 50_000, 10_000, 64L << 20);
  }

  private static void atLeastOne(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1 but is " + value);
    }
  }
}
