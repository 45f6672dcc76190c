/**
 * The REST interface: routes, checks at the door, and answers. May import the other packages of the
 * process shell, the core and the schemas, but no Kafka class. Invariant: a success status for a
 * write means that the broker has acknowledged it.
 */
@NullMarked
package io.onefold.processor.rest;

import org.jspecify.annotations.NullMarked;
