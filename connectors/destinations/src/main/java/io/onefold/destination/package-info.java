/**
 * Destination contracts: what Onefold may assume of one destination, read from {@code
 * destinations.yaml}.
 *
 * <p>Shared by the ledger, which copies the policy values into each operation, and by the workers,
 * which follow the HTTP part. Of ours it depends on the canonical JSON of the schemas alone;
 * SnakeYAML gives the nodes of the file and Commons Text the HTML entities. Invariants: a {@link
 * io.onefold.destination.Destination} that {@link io.onefold.destination.DestinationsFile} gave is
 * valid; a resolved secret exists only in the texts that {@link
 * io.onefold.destination.TemplateExpander} gives.
 */
@NullMarked
package io.onefold.destination;

import org.jspecify.annotations.NullMarked;
