/**
 * The suite that every connector passes: extend {@link
 * io.onefold.connector.contract.ConnectorContract} in a test.
 *
 * <p>May import {@code io.onefold.connector}, {@code io.onefold.destination} and JUnit. Invariant:
 * a test here states something that the ledger relies on.
 */
@NullMarked
package io.onefold.connector.contract;

import org.jspecify.annotations.NullMarked;
