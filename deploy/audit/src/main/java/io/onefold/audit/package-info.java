/**
 * Judges what a ledger has left in its topics, from nothing but those topics.
 *
 * <p>Knows the public records of {@code io.onefold.schema} and Kafka's consumer. It must not know
 * the processor, so that a mistake there is not repeated here, and it has no producer, so that
 * nothing can be sent. {@code IndependenceTest} holds both.
 *
 * <p>Invariant: memory does not grow with the number of records. Records are laid into bucket files
 * by operation, and one operation after the other is judged.
 */
@NullMarked
package io.onefold.audit;

import org.jspecify.annotations.NullMarked;
