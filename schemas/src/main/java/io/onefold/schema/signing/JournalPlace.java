package io.onefold.schema.signing;

/**
 * One event of the journal.
 *
 * @param operationId its operation
 * @param sequence its number within the operation, from 1
 */
public record JournalPlace(String operationId, long sequence) {
  @Override
  public String toString() {
    return "event %d of %s".formatted(sequence, operationId);
  }
}
