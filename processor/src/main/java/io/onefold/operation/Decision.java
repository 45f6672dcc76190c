package io.onefold.operation;

import java.util.List;

/**
 * What follows from one input.
 *
 * @param event the single journal entry
 * @param after the state that the event leads to; equal to evolving the state before by the event
 * @param effects for the shell, in order
 */
public record Decision(OperationEvent event, OperationState after, List<OperationEffect> effects) {
  public Decision {
    effects = List.copyOf(effects);
  }
}
