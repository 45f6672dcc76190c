package io.onefold.processor.log;

import io.onefold.schema.Receipt;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The topic of receipts. Thread-safe; calls block. */
public interface Receipts {
  /**
   * Receipts from a position on, at most {@code limit}; fewer or none where the log ends.
   *
   * @throws LogUnavailableException if the topic could not be read in time
   */
  Page read(LogPosition from, int limit);

  /** The oldest position. */
  LogPosition beginning();

  /** A position before every receipt issued at or after this time. */
  LogPosition since(Instant time);

  /** The receipt of one operation that ended at this time; empty if the topic has none. */
  Optional<Receipt> find(String operationId, Instant endedAt);

  /** Receipts that come, from a position on; to be closed by whoever asked. */
  Follower follow(LogPosition from);

  /**
   * A part of the log.
   *
   * @param receipts oldest first
   * @param next where the log goes on
   */
  record Page(List<Receipt> receipts, LogPosition next) {
    public Page {
      receipts = List.copyOf(receipts);
    }
  }

  /** An open end of the log. Not thread-safe. */
  interface Follower extends AutoCloseable {
    /** The next receipts, oldest first; none if none came within about a second. */
    List<Receipt> next();

    @Override
    void close();
  }
}
