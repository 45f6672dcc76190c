package io.onefold.operation;

/** Something for the shell to do. */
public sealed interface OperationEffect {

  /** Offer the current token to the workers of the pool. */
  record SendOffer() implements OperationEffect {}

  /** Tell the claimer that it may act. */
  record SendGrant(int token, String claimId) implements OperationEffect {}

  /** Order a readback. */
  record SendReadback(int token, int number) implements OperationEffect {}

  /** Publish the receipt of the state reached. */
  record PublishReceipt() implements OperationEffect {}

  /** Tell the destination's control that no further attempt may go there. */
  record SuspendDestination(Reason reason, String text) implements OperationEffect {}

  /** Tell the destination's control that this operation, its test, has come to rest. */
  record EndTest(boolean passed, String text) implements OperationEffect {}

  /** Ask the destination's control to let this operation through as its test. */
  record WantTest(String by, String text) implements OperationEffect {}

  /** Publish the open question of the state reached, or that there is none any more. */
  record PublishEscalation() implements OperationEffect {}
}
