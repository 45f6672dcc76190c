package io.onefold.schema.sealing;

/** Who knows the keys of operations. Thread-safe; calls may block. */
@FunctionalInterface
public interface PayloadKeys {
  /**
   * The key of an operation, as of now.
   *
   * @throws SealingException if there is none, it was erased, or it cannot be had
   */
  DataKey keyOf(String operationId);
}
