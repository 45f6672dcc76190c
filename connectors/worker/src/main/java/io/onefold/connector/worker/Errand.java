package io.onefold.connector.worker;

/**
 * What a call is made for, so that it can be told of.
 *
 * @param operationId the operation
 * @param destination name of its destination's contract
 * @param token number of the attempt that is made or asked about
 */
public record Errand(String operationId, String destination, int token) {}
