package io.onefold.connector.simulated;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the provider does with one operation.
 *
 * @param writes the first write follows the first step and so on; further ones follow the last
 * @param reads untrue endings of the first readbacks; then they are truthful
 * @param job how an answer 202 goes on
 * @param keyIgnored true: the idempotency key of this operation protects nothing
 */
public record Script(
    List<WriteStep> writes,
    List<ReadFault> reads,
    Showing showing,
    Optional<Job> job,
    boolean keyIgnored) {

  /** Every write is stored and answered 201; readbacks are truthful. */
  public static final Script ACCEPTING = of(WriteStep.ACCEPT);

  public Script {
    if (writes.isEmpty()) {
      throw new IllegalArgumentException("A script needs at least one write step, got none");
    }
    writes = List.copyOf(writes);
    reads = List.copyOf(reads);
  }

  /**
   * A job that an answer 202 promised.
   *
   * @param pendingFor how long after the write it is pending
   * @param succeeds how it ends
   */
  public record Job(Duration pendingFor, boolean succeeds) {}

  /** Writes only; readbacks are truthful. */
  public static Script of(WriteStep... writes) {
    return new Script(List.of(writes), List.of(), Showing.TRUTHFUL, Optional.empty(), false);
  }

  /** The same with these untrue readbacks first. */
  public Script reading(ReadFault... faults) {
    return new Script(writes, List.of(faults), showing, job, keyIgnored);
  }

  /** The same, items shown in this way. */
  public Script showing(Showing how) {
    return new Script(writes, reads, how, job, keyIgnored);
  }

  /** The same with a job. */
  public Script job(Duration pendingFor, boolean succeeds) {
    return new Script(
        writes, reads, showing, Optional.of(new Job(pendingFor, succeeds)), keyIgnored);
  }

  /** The same, deaf to idempotency keys. */
  public Script ignoringKeys() {
    return new Script(writes, reads, showing, job, true);
  }

  /** The step that the write with this number, from 1, follows. */
  WriteStep step(int number) {
    return writes.get(Math.min(number, writes.size()) - 1);
  }

  /** The untrue ending of the readback with this number, from 1. */
  Optional<Reply> fault(int number) {
    long left = number;
    for (ReadFault fault : reads) {
      if (left <= fault.times()) {
        return Optional.of(fault.reply());
      }
      left -= fault.times();
    }
    return Optional.empty();
  }
}
