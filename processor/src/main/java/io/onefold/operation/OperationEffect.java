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

  /** Publish the open question of the state reached, or that there is none any more. */
  record PublishEscalation() implements OperationEffect {}
}
