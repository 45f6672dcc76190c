/**
 * Failure cases from real life against the running product: a real broker, the ledger with its REST
 * interface, workers with the HTTP connector, and a scripted destination that alone counts writes
 * and effects. May use everything that the distribution has.
 */
@NullMarked
package io.onefold.standalone.cases;

import org.jspecify.annotations.NullMarked;
