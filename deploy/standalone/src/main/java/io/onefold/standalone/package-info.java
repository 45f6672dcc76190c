/**
 * Everything in one process: an embedded broker, the ledger, its workers, and the topics they need.
 *
 * <p>May import every other package of ours; nobody imports it. Invariant: servers started here
 * listen on the loopback address unless a caller names another one.
 */
@NullMarked
package io.onefold.standalone;

import org.jspecify.annotations.NullMarked;
