/**
 * A worker seen from outside: its meters, its health, and the port that shows both. Knows the
 * worker's public face alone, and no ledger.
 */
@NullMarked
package io.onefold.standalone.worker;

import org.jspecify.annotations.NullMarked;
