package io.onefold.operation;

/** Whether an operation's destination takes its attempts now, as far as the ledger knows here. */
public sealed interface Gate {
  /** It takes those of every operation. */
  Gate OPEN = new Open();

  /** It takes those of every operation. */
  record Open() implements Gate {}

  /**
   * It is suspended, and this operation alone is let through: whether it is opened again depends on
   * how the operation ends.
   */
  record Test() implements Gate {}

  /**
   * It is suspended: nothing is offered or granted, everything else goes on.
   *
   * @param because a sentence without its end
   */
  record Held(String because) implements Gate {}
}
