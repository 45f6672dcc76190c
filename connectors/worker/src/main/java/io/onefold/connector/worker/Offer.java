package io.onefold.connector.worker;

/**
 * An attempt that any worker of the pool may claim.
 *
 * @param operationId the operation
 * @param token number of the attempt, from 1
 * @param destination name of the destination contract, whose limits it counts against
 * @param position where it was read
 */
public record Offer(String operationId, int token, String destination, Position position) {}
