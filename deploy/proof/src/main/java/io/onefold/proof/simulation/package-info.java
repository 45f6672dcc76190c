/**
 * Histories of the real ledger and the real workers on a virtual clock and virtual topics, driven
 * by one seed.
 *
 * <p>What is simulated is the world: time, Kafka, machines, the network, destinations and people.
 * Whether a promise was kept is judged outside, by {@link io.onefold.guarantee}.
 */
@NullMarked
package io.onefold.proof.simulation;

import org.jspecify.annotations.NullMarked;
