package io.onefold.schema.client;

/**
 * Where the log holds an intent that the broker has acknowledged. Inside a transaction it counts
 * only once that transaction is committed.
 *
 * @param operationId the key under which the operation is followed from now on
 * @param topic the intents topic
 * @param partition from 0
 * @param offset of the record in that partition, from 0
 */
public record StoredIntent(String operationId, String topic, int partition, long offset) {}
