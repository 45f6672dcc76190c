package io.onefold.suspension;

import io.onefold.operation.Origin;
import java.time.Instant;

/**
 * Something asked of a destination's control.
 *
 * @param at the ledger's time, read after the request was taken
 * @param askedAt by the clock of whoever asked; no rule compares it
 */
public record Request(Instant at, Origin origin, Instant askedAt, Asker asker, Wish wish) {

  /** Who asks. */
  public sealed interface Asker {
    /**
     * A partition of the ledger.
     *
     * @param number 1, 2, 3 … over all its requests about this destination, so that a repeated
     *     record is known as one
     */
    record Partition(int partition, long number) implements Asker {}

    /** An authorised person. */
    record Person(String name) implements Asker {}
  }

  /** What is asked. */
  public sealed interface Wish {
    /** The destination refused the credentials of an attempt, or showed another account. */
    record Refused(String operationId, Suspension.Why why, String text) implements Wish {}

    /**
     * The operation that was the test is final or waits for a person.
     *
     * @param test sequence of the event that began it
     * @param passed a new attempt was made, and the operation is VERIFIED
     */
    record TestEnded(String operationId, long test, boolean passed, String text) implements Wish {}

    /** A person authorised another attempt of this operation while the destination is closed. */
    record TestWanted(String operationId, String by, String text) implements Wish {}

    /** A person suspends it. */
    record Suspend(String text) implements Wish {}

    /**
     * A person resumes it: a controlled test begins.
     *
     * @param sequence what the person looked at
     */
    record Resume(String operationId, long sequence, String text) implements Wish {}
  }
}
