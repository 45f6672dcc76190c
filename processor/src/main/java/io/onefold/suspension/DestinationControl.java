package io.onefold.suspension;

import io.onefold.operation.Gate;
import java.util.Map;

/**
 * The state of one destination's control.
 *
 * @param sequence number of its newest event; 0 if there is none
 * @param movedAt number of the newest event that changed the phase; names the test while one runs
 * @param taken number of the newest request that was taken, by the partition that made it
 */
public record DestinationControl(
    String destination, long sequence, long movedAt, Phase phase, Map<Integer, Long> taken) {

  public DestinationControl {
    taken = Map.copyOf(taken);
  }

  /** Nothing was ever asked: it is open. */
  public static DestinationControl untouched(String destination) {
    return new DestinationControl(destination, 0, 0, new Phase.Open(), Map.of());
  }

  /** Number of the newest request of a partition that was taken; 0 if none was. */
  public long takenOf(int partition) {
    return taken.getOrDefault(partition, 0L);
  }

  /** True if this operation is the controlled test that runs. */
  public boolean tests(String operationId) {
    return phase instanceof Phase.Testing testing && testing.operationId().equals(operationId);
  }

  /** Whether an operation of this destination may be attempted. */
  public Gate gate(String operationId) {
    return switch (phase) {
      case Phase.Open open -> Gate.OPEN;
      case Phase.Suspended suspended -> new Gate.Held(suspended.suspension().sentence(destination));
      case Phase.Testing testing ->
          testing.operationId().equals(operationId)
              ? new Gate.Test()
              : new Gate.Held(
                  "%s; a controlled test with operation %s is running"
                      .formatted(
                          testing.suspension().sentence(destination), testing.operationId()));
    };
  }
}
