package io.onefold.codec;

import io.onefold.operation.Gate;
import io.onefold.suspension.DestinationControl;
import io.onefold.suspension.Phase;
import java.util.Optional;

/**
 * What one partition remembers of a destination: the newest state of its control that is known
 * here, and what this partition itself has asked for.
 *
 * @param chain chain value of the control's newest event: 64 lower-case hex digits
 * @param asked number of this partition's newest request; 0 if it has made none
 * @param heldUntil nothing goes there until this request is taken, whatever the control's older
 *     states say; 0 if there is none to wait for
 * @param reopenedAtMs when it was opened again, while what was held is still to be offered
 */
public record StoredDestination(
    DestinationControl control,
    String chain,
    long asked,
    long heldUntil,
    Optional<Long> reopenedAtMs) {

  /** A destination of which nothing is stored. */
  public static StoredDestination untouched(String name) {
    return new StoredDestination(
        DestinationControl.untouched(name), StoredOperation.CHAIN_START, 0, 0, Optional.empty());
  }

  /** Its name. */
  public String name() {
    return control.destination();
  }

  /** Whether an operation of this destination may be attempted. */
  public Gate gate(String operationId) {
    boolean waitsForOthers = heldUntil != 0;
    return waitsForOthers && !(control.phase() instanceof Phase.Suspended)
        ? new Gate.Held(
            "destination '%s' is being suspended, or its test has just ended".formatted(name()))
        : control.gate(operationId);
  }

  /** True if it takes the attempts of every operation. */
  public boolean isOpen() {
    return control.phase() instanceof Phase.Open && heldUntil == 0;
  }

  /**
   * With one more request of this partition. Its number is above all that the control has taken: a
   * partition that forgot what it asked would otherwise be taken for one that repeats itself.
   *
   * @param partition the number of this partition
   * @param holds whether nothing may go there until it is taken
   */
  public StoredDestination asking(int partition, boolean holds) {
    long number = Math.max(asked, control.takenOf(partition)) + 1;
    return new StoredDestination(control, chain, number, holds ? number : heldUntil, reopenedAtMs);
  }

  /** With a newer state of its control. */
  public StoredDestination learned(DestinationControl newer, String newerChain, int partition) {
    boolean taken = newer.takenOf(partition) >= heldUntil;
    return new StoredDestination(newer, newerChain, asked, taken ? 0 : heldUntil, reopenedAtMs);
  }

  /** Since when what was held is being offered; empty if there is nothing to offer. */
  public StoredDestination reopened(Optional<Long> atMs) {
    return new StoredDestination(control, chain, asked, heldUntil, atMs);
  }
}
