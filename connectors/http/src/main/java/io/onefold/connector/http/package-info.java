/**
 * The HTTP connector: follows the HTTP part of a destination contract.
 *
 * <p>May import {@code io.onefold.connector}, {@code io.onefold.connector.wire}, {@code
 * io.onefold.destination}, Vert.x and Jackson. Invariants: one call to {@link
 * io.onefold.connector.Connector#send} puts at most one write request on the wire, after the gate
 * opened; {@code NotSent} is reported only where no byte of it was written; no lock is held while a
 * call waits; no text that leaves this package holds a secret.
 */
@NullMarked
package io.onefold.connector.http;

import org.jspecify.annotations.NullMarked;
