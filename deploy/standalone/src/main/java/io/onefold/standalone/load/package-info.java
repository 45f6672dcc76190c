/**
 * Measures a running ledger: intents at a fixed rate, and the time until each has its receipt. May
 * import the schemas and Kafka's clients. Invariant: latency counts from the moment an intent was
 * due, so that a slow system cannot hide behind a slow generator.
 */
@NullMarked
package io.onefold.standalone.load;

import org.jspecify.annotations.NullMarked;
