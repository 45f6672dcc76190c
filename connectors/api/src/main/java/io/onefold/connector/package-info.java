/**
 * What a connector is: blocking calls to one kind of destination, and the types of their outcomes.
 *
 * <p>May import {@code io.onefold.destination}. Invariants: {@link
 * io.onefold.connector.Connector#send} makes at most one request on the wire; a result that is not
 * {@code Unknown} or {@code Accepted} is given only where nothing can have been stored.
 */
@NullMarked
package io.onefold.connector;

import org.jspecify.annotations.NullMarked;
