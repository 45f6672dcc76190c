package io.onefold.operation;

/**
 * One entry of the journal: what came in, and what followed.
 *
 * @param sequence 1, 2, 3 … without gaps
 * @param input what came in; the payload of an intent is in the topic that {@code origin} names
 * @param step what the ledger concluded
 */
public record OperationEvent(String operationId, long sequence, OperationInput input, Step step) {}
