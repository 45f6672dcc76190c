package io.onefold.operation;

import java.util.Optional;

/**
 * All that is remembered of a known operation, whatever its state.
 *
 * @param sequence number of its newest journal event
 * @param movedAt number of the newest event that changed the state or brought evidence; a review
 *     must not be older
 * @param admittedBy where the intent came from that the operation rests on
 * @param policy rules copied at admission; empty where the destination is unknown
 * @param body what is sent in place of the intent's payload; empty: the payload itself
 * @param admitted false while admission holds it back
 * @param notice an open question that does not concern the state, such as a conflict
 */
public record Operation(
    String id,
    long sequence,
    long movedAt,
    Origin admittedBy,
    Intent intent,
    Optional<DestinationPolicy> policy,
    Optional<RenderedBody> body,
    boolean admitted,
    AttemptLog attempts,
    Knowledge knowledge,
    ReadbackLog readbacks,
    Timers timers,
    Optional<Concern> notice) {

  /** The rules; only for an admitted operation. */
  public DestinationPolicy rules() {
    return policy.orElseThrow(
        () -> new IllegalStateException("no policy: " + id + " was never admitted"));
  }

  Operation at(long newSequence, long newMovedAt) {
    return new Operation(
        id,
        newSequence,
        newMovedAt,
        admittedBy,
        intent,
        policy,
        body,
        admitted,
        attempts,
        knowledge,
        readbacks,
        timers,
        notice);
  }

  Operation with(AttemptLog changed) {
    return new Operation(
        id,
        sequence,
        movedAt,
        admittedBy,
        intent,
        policy,
        body,
        admitted,
        changed,
        knowledge,
        readbacks,
        timers,
        notice);
  }

  Operation with(Knowledge changed) {
    return new Operation(
        id,
        sequence,
        movedAt,
        admittedBy,
        intent,
        policy,
        body,
        admitted,
        attempts,
        changed,
        readbacks,
        timers,
        notice);
  }

  Operation with(ReadbackLog changed) {
    return new Operation(
        id,
        sequence,
        movedAt,
        admittedBy,
        intent,
        policy,
        body,
        admitted,
        attempts,
        knowledge,
        changed,
        timers,
        notice);
  }

  Operation with(Timers changed) {
    return new Operation(
        id,
        sequence,
        movedAt,
        admittedBy,
        intent,
        policy,
        body,
        admitted,
        attempts,
        knowledge,
        readbacks,
        changed,
        notice);
  }

  Operation with(Intent changed) {
    return new Operation(
        id,
        sequence,
        movedAt,
        admittedBy,
        changed,
        policy,
        body,
        admitted,
        attempts,
        knowledge,
        readbacks,
        timers,
        notice);
  }

  /** The same without the bytes that nobody needs once it has ended; their hashes stay. */
  Operation withoutContent() {
    return new Operation(
        id,
        sequence,
        movedAt,
        admittedBy,
        intent.withoutPayload(),
        policy,
        body.map(RenderedBody::withoutContent),
        admitted,
        attempts,
        knowledge,
        readbacks,
        timers,
        notice);
  }

  Operation withNotice(Optional<Concern> changed) {
    return new Operation(
        id,
        sequence,
        movedAt,
        admittedBy,
        intent,
        policy,
        body,
        admitted,
        attempts,
        knowledge,
        readbacks,
        timers,
        changed);
  }

  Operation asAdmitted() {
    return new Operation(
        id,
        sequence,
        movedAt,
        admittedBy,
        intent,
        policy,
        body,
        true,
        attempts,
        knowledge,
        readbacks,
        timers,
        notice);
  }
}
