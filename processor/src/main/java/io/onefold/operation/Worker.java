package io.onefold.operation;

/**
 * One life of one worker.
 *
 * @param id stable name, held by an exclusive lock
 * @param incarnation rises with every start
 */
public record Worker(String id, long incarnation) {}
