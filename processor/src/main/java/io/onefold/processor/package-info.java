/**
 * The process around the ledger: it starts the topology, the REST interface and their clients, and
 * tells whether all is well. May import everything of the processor. Invariant: nothing static
 * holds state, so that several ledgers can run in one JVM.
 */
@NullMarked
package io.onefold.processor;

import org.jspecify.annotations.NullMarked;
