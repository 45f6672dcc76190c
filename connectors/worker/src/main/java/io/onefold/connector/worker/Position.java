package io.onefold.connector.worker;

/**
 * Where a command stands in its topic.
 *
 * @param partition partition number, from 0
 * @param offset offset in the partition, from 0
 */
public record Position(int partition, long offset) {}
