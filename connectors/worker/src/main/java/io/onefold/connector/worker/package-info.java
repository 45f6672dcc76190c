/**
 * The connector worker: takes commands from the ledger, calls a connector, reports what happened.
 *
 * <p>Two halves. The pure half ({@link io.onefold.connector.worker.WorkerCore} and all it holds)
 * knows neither Kafka nor a system clock and is called by one thread at a time; the shell ({@link
 * io.onefold.connector.worker.Worker}) moves records and runs calls. May import {@code
 * io.onefold.schema}, {@code io.onefold.destination}, {@code io.onefold.connector} and {@code
 * io.onefold.tracing}; only the shell may import {@code org.apache.kafka}.
 *
 * <p>Invariants: a call is made only for a grant whose claim this process holds in memory; a claim
 * is taken once; a taken claim is reported once; a given-up claim never wrote a byte.
 */
@NullMarked
package io.onefold.connector.worker;

import org.jspecify.annotations.NullMarked;
