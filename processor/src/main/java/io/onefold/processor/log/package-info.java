/**
 * The topics as the outer faces use them: intents and reviews are written, the journal, receipts
 * and escalations are read. May import the schemas and the core's {@code Origin}. Invariant: a
 * write counts only once the broker has acknowledged it; only committed records are read.
 */
@NullMarked
package io.onefold.processor.log;

import org.jspecify.annotations.NullMarked;
