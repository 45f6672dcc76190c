/**
 * A service downstream of Onefold, as its users write one: it consumes receipts and escalations
 * with Micronaut and works on each exactly once.
 *
 * <p>Imports the schemas of Onefold and nothing else of it. Invariant: a position is committed only
 * after the work on all records before it is on disk.
 */
@NullMarked
package io.onefold.example;

import org.jspecify.annotations.NullMarked;
