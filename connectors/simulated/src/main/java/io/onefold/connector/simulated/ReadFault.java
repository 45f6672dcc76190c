package io.onefold.connector.simulated;

/**
 * An untrue ending of readbacks.
 *
 * @param times how many readbacks of the operation end so, one after the other, at least 1
 */
public record ReadFault(int times, Reply reply) {
  /**
   * This many searches find nothing yet, however long they were in coming: an index that lags by
   * looks instead of by time.
   */
  public static ReadFault nothingYet(int times) {
    return new ReadFault(times, Reply.status(200).body("{\"items\":[]}"));
  }

  /** Each readback from now on ends so. */
  public static ReadFault always(Reply reply) {
    return new ReadFault(Integer.MAX_VALUE, reply);
  }
}
