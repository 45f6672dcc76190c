/**
 * What travels on Onefold's topics, for everybody who writes or reads them: the Avro records, their
 * wire format and released schema versions, the JSON form of an intent, and the words both sides
 * must spell alike (operation IDs, payload hashes, topic names).
 *
 * <p>May import: {@code java.*}, Avro, the Kafka clients, Jackson and JSpecify; nothing else of
 * Onefold. Runs on Java 17, because callers use it.
 *
 * <p>Invariants: nothing here folds, trims or rounds what a caller said. A value is carried exactly
 * or refused with the place, the reason and what is allowed.
 */
@NullMarked
package io.onefold.schema;

import org.jspecify.annotations.NullMarked;
