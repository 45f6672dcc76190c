package io.onefold.operation;

import java.time.Instant;
import java.util.Optional;

/** Anything that can happen to an operation. Carries the ledger's time at which it is decided. */
public sealed interface OperationInput {
  /** The ledger's time, read after the input was taken. */
  Instant at();

  /** Where it came from. */
  Origin origin();

  /**
   * An intent was delivered.
   *
   * @param destination the rules of its destination; empty if the ledger knows none of that name
   * @param rendering what the contract makes of its content. The journal keeps a rendered body, so
   *     that nobody has to render it again under a later contract; it does not keep why one could
   *     not be rendered, which the step says
   */
  record IntentSubmitted(
      Instant at,
      Origin origin,
      Intent intent,
      Optional<DestinationPolicy> destination,
      Rendering rendering)
      implements OperationInput {

    /** An intent whose payload is sent as it is. */
    public IntentSubmitted(
        Instant at, Origin origin, Intent intent, Optional<DestinationPolicy> destination) {
      this(at, origin, intent, destination, new Rendering.Payload());
    }

    /** The same delivery of an intent that changes nothing about what is sent. */
    IntentSubmitted withoutBody() {
      return new IntentSubmitted(at, origin, intent, destination);
    }
  }

  /**
   * A worker asks for an attempt.
   *
   * @param workerAlive false if a newer life of that worker is known
   */
  record ClaimRequested(
      Instant at, Origin origin, int token, String claimId, Worker worker, boolean workerAlive)
      implements OperationInput {}

  /** A worker reports the end of an attempt. */
  record SendReported(
      Instant at, Origin origin, int token, String claimId, Worker worker, SendReport report)
      implements OperationInput {}

  /** A readback was answered; number 0 if nobody ordered it. */
  record ReadbackReported(Instant at, Origin origin, int token, int number, Observation observation)
      implements OperationInput {}

  /** A person decided. */
  record ReviewSubmitted(Instant at, Origin origin, Review review) implements OperationInput {}

  /** A timer of the state is due; it names the token it was set for. */
  record TimerFired(Instant at, Origin origin, Timers.Kind timer, int token)
      implements OperationInput {}

  /**
   * The process that holds or held the grant is proved dead.
   *
   * @param successor the newer life that proves it
   * @param fencedBecause an operator's reason, if the proof is an operator's word
   */
  record HolderDied(Instant at, Origin origin, Worker successor, Optional<String> fencedBecause)
      implements OperationInput {}

  /**
   * The operation's destination takes its attempts again: those of all operations, or of this one
   * as a test.
   *
   * @param token the current one
   */
  record DestinationReopened(Instant at, Origin origin, int token) implements OperationInput {}

  /**
   * Another ledger instance, or another clock, took over: running intervals start again in full.
   */
  record IntervalsRestarted(Instant at, Origin origin) implements OperationInput {}
}
