/**
 * Destination contracts: what Onefold may assume of one destination, read from {@code
 * destinations.yaml}.
 *
 * <p>Shared by the ledger, which copies the policy values into each operation, and by the workers,
 * which follow the HTTP part. Depends on nothing of ours. Invariant: a {@link
 * io.onefold.destination.Destination} that exists is valid.
 */
@NullMarked
package io.onefold.destination;

import org.jspecify.annotations.NullMarked;
