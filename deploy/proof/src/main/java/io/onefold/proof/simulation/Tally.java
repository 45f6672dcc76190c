package io.onefold.proof.simulation;

import java.util.Map;
import java.util.Set;

/**
 * What happened in one history.
 *
 * @param steps things that happened one after the other
 * @param virtualMs how long it lasted there, in milliseconds
 * @param events events of the journal
 * @param grants grants that were issued
 * @param writes writes that reached the destination
 * @param effects items that were stored
 * @param mostEffects most items that were stored for one operation
 * @param receipts receipts that were issued
 * @param escalations questions opened and closed
 * @param faults how often each fault struck
 * @param states states that an operation reached
 * @param conclusions what the ledger concluded, each with its reason
 */
public record Tally(
    int steps,
    long virtualMs,
    int events,
    int grants,
    int writes,
    int effects,
    int mostEffects,
    int receipts,
    int escalations,
    Map<Fault, Integer> faults,
    Set<String> states,
    Set<String> conclusions) {
  public Tally {
    faults = Map.copyOf(faults);
    states = Set.copyOf(states);
    conclusions = Set.copyOf(conclusions);
  }
}
