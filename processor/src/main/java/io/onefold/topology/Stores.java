package io.onefold.topology;

import java.util.List;

/** Names of state stores. They name changelog topics and folders: an on-disk format. */
public final class Stores {
  /** Operation ID to its stored operation. */
  public static final String OPERATIONS = "operations";

  /**
   * Due time and operation ID, in that order, of every operation that waits for a time or a person.
   */
  public static final String TIMERS = "timers";

  /** Worker ID to its newest incarnation. */
  public static final String WORKERS = "workers";

  /** Name of a destination to what this partition remembers of it. */
  public static final String DESTINATIONS = "destinations";

  /** Number of a partition to how far its journal has come: one entry in each. */
  public static final String HEADS = "heads";

  /**
   * {@link #MARKS_KEY} to the newest that was written and read; {@link #REBUILDING_KEY} while a
   * rebuild of the state has begun and not ended.
   */
  public static final String MARKS = "marks";

  /** Under this key stands {@link Marks} in its stored form. */
  public static final String MARKS_KEY = "marks";

  /** Under this key stands when a rebuild began that has not ended: text. */
  public static final String REBUILDING_KEY = "rebuilding";

  /** All of them. */
  public static final List<String> ALL =
      List.of(OPERATIONS, TIMERS, WORKERS, DESTINATIONS, HEADS, MARKS);

  private Stores() {}

  /** The topic from which a store is made again, as Kafka Streams names it. */
  public static String changelog(String applicationId, String store) {
    return applicationId + "-" + store + "-changelog";
  }
}
