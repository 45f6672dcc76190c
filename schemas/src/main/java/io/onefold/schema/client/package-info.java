/**
 * Builds intents and sends them to the ledger's topic from a Java program.
 *
 * <p>May import: {@code java.*}, {@code io.onefold.schema}, the Kafka clients, Jackson and
 * JSpecify. Runs on Java 17, because callers use it.
 *
 * <p>Invariants: an intent that breaks a rule is refused before anything is sent; one that was
 * acknowledged is held by every in-sync replica, in the partition where the ledger looks for it.
 */
@NullMarked
package io.onefold.schema.client;

import org.jspecify.annotations.NullMarked;
