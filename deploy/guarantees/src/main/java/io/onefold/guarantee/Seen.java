package io.onefold.guarantee;

import io.onefold.schema.Command;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.Escalation;
import io.onefold.schema.Intent;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.Receipt;
import io.onefold.schema.Review;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that an observer of a run saw: a record of a topic, or what really happened at a
 * destination.
 *
 * <p>Of one operation, records of one topic come in the order of the topic, and so do the events of
 * the destination. Between topics, and between topics and destination, only a simulation keeps the
 * order; a judge must not depend on it.
 */
public sealed interface Seen {
  /** The operation that it is about; empty where it is about none or all. */
  String operationId();

  /** An intent stands in its topic. */
  record Submitted(Instant at, Intent intent) implements Seen {
    @Override
    public String operationId() {
      return intent.getOperationId();
    }
  }

  /** A worker's record stands in its topic. */
  record Reported(Instant at, ProviderEvent event) implements Seen {
    @Override
    public String operationId() {
      return event.getOperationId();
    }
  }

  /** A person's decision stands in its topic. */
  record Reviewed(Instant at, Review review) implements Seen {
    @Override
    public String operationId() {
      return review.getOperationId();
    }
  }

  /** A command stands in its topic. */
  record Commanded(Instant at, Command command) implements Seen {
    @Override
    public String operationId() {
      return command.getOperationId();
    }
  }

  /**
   * An event stands in the journal.
   *
   * @param value the record's bytes as they lie in the topic, which the chain covers
   */
  // Handed on, never compared.
  @SuppressWarnings("ArrayRecordComponent")
  record Journalled(Instant at, OperationEvent event, byte[] value) implements Seen {
    @Override
    public String operationId() {
      return event.getOperationId();
    }
  }

  /** A receipt stands in its topic. */
  record Received(Instant at, Receipt receipt) implements Seen {
    @Override
    public String operationId() {
      return receipt.getOperationId();
    }
  }

  /** An escalation, open or closed, stands in its topic. */
  record Escalated(Instant at, Escalation escalation) implements Seen {
    @Override
    public String operationId() {
      return escalation.getOperationId();
    }
  }

  /**
   * Something was asked of the control of a destination, or was decided by it. An event may be seen
   * once for each partition.
   *
   * @param value the record's bytes as they lie in the topic, which an event's chain covers
   */
  // Handed on, never compared.
  @SuppressWarnings("ArrayRecordComponent")
  record Controlled(Instant at, DestinationRecord record, byte[] value) implements Seen {
    @Override
    public String operationId() {
      return "";
    }
  }

  /** A destination has fully read a write. */
  record Written(Instant at, String operationId, Optional<String> key) implements Seen {}

  /**
   * A destination has stored something for good, wherever that write came from.
   *
   * @param providerId the destination's own id of it
   * @param account the account that it stands in
   * @param intended true: it has the content that was approved
   */
  record Stored(Instant at, String operationId, String providerId, String account, boolean intended)
      implements Seen {}

  /** Somebody removed something that a destination had stored. */
  record Removed(Instant at, String operationId, String providerId) implements Seen {}

  /** Whoever runs the world has broken something that the promise rests on, for this operation. */
  record Broken(Instant at, String operationId, Assumption assumption) implements Seen {}
}
