/**
 * A provider in memory with every fault known from real ones, the same over HTTP, and a wire to it
 * without a network. For tests, the demo and load: nothing here belongs into production.
 *
 * <p>May import {@code io.onefold.connector}, {@code io.onefold.connector.wire}, Vert.x and
 * Jackson. Invariant: what the provider did is a function of the scripts, the writes and the clock
 * it was given.
 */
@NullMarked
package io.onefold.connector.simulated;

import org.jspecify.annotations.NullMarked;
