/**
 * What Onefold adds to Kafka Connect: rows of an outbox table become intents.
 *
 * <p>May import: {@code java.*}, {@code io.onefold.schema}, Connect's API, the Kafka clients and
 * JSpecify. Runs inside a Connect worker, on Java 17.
 *
 * <p>Invariants: no row stops the ones behind it, and none vanishes. A row becomes the intent that
 * it holds, or a dead letter with the reason.
 */
@NullMarked
package io.onefold.connect;

import org.jspecify.annotations.NullMarked;
