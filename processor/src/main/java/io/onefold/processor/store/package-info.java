/**
 * How the outer faces look into the ledger's state: here, or on the instance that holds a key. May
 * import the core and the topology. Invariant: nothing here changes state.
 */
@NullMarked
package io.onefold.processor.store;

import org.jspecify.annotations.NullMarked;
