/**
 * The core: what may happen to one operation, and what follows from it.
 *
 * <p>Imports {@code java.*} and JSpecify only. Knows no clock, randomness, logger, Kafka or Avro:
 * every value that is not derived comes in with an input. Invariants, each of them a rule of the
 * protocol:
 *
 * <ul>
 *   <li>a token is granted at most once, and tokens only rise;
 *   <li>after positive evidence nothing is offered or granted again;
 *   <li>a new token needs a definite end of the last one, counted proof of absence, a replay under
 *       a live key, or a review;
 *   <li>a final state never changes.
 * </ul>
 */
@NullMarked
package io.onefold.operation;

import org.jspecify.annotations.NullMarked;
