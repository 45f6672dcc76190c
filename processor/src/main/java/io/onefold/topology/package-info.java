/**
 * The Kafka Streams shell: reads inputs, lets the core decide, writes state, journal and effects in
 * one transaction.
 *
 * <p>Holds no business rule. All wiring is in {@link io.onefold.topology.OperationTopology}; names
 * of stores and processors are an on-disk format.
 */
@NullMarked
package io.onefold.topology;

import org.jspecify.annotations.NullMarked;
