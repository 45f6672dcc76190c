package io.onefold.schema.sealing;

import io.onefold.schema.PayloadKey;
import java.util.function.Consumer;

/** The topic of the keys. Every call may fail with {@link SealingException}: UNAVAILABLE. */
interface KeyTopic extends AutoCloseable {
  /**
   * Hands on the records that came since the last call, up to the topic's end of now. One caller at
   * a time; after a failure the same records come again, in part.
   */
  void readNew(Consumer<PayloadKey> sink);

  /** Hands on all records of one operation, up to the topic's end of now. */
  void readAll(String operationId, Consumer<PayloadKey> sink);

  /** Writes a record; returns once every in-sync replica has it. */
  void append(PayloadKey record);

  @Override
  void close();
}
