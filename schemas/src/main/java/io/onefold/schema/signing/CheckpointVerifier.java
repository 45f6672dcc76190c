package io.onefold.schema.signing;

import io.onefold.schema.Checkpoint;
import java.util.List;
import java.util.Optional;

/**
 * Compares one partition of the journal with its checkpoints. It is given the checkpoints first,
 * then every event in the order of its offset, then told that there are no more. Keeps no event, so
 * a journal may be of any length. Not thread-safe.
 *
 * <p>Noticed is: an event that was removed, added, changed in its chain or moved, before the newest
 * checkpoint; a journal that ends before it; a checkpoint that is missing between others, was made
 * by somebody without the key, or belongs to another partition. Not noticed is what happened after
 * the newest checkpoint there is: whoever keeps a copy of a newer one elsewhere gives that too.
 */
public final class CheckpointVerifier {
  private final List<Checkpoint> checkpoints;
  private PartitionHead head = PartitionHead.EMPTY;
  private long before;
  private int next;
  private Optional<CheckpointFinding> finding;

  /**
   * Looks at the checkpoints alone.
   *
   * @param checkpoints of this partition, in the order of their offsets
   * @param keys any of them may have signed
   */
  public CheckpointVerifier(int partition, List<Checkpoint> checkpoints, VerifyingKeys keys) {
    this.checkpoints = List.copyOf(checkpoints);
    this.finding = CheckpointChain.check(partition, this.checkpoints, keys);
  }

  /**
   * Takes the next event of the partition.
   *
   * @param chain its chain value, 32 bytes
   */
  public void event(JournalPlace event, byte[] chain) {
    if (finding.isPresent()) {
      return;
    }
    if (head.events() == 0 && !isFirst(event)) {
      before++;
      return;
    }
    head = head.after(event, chain);
    if (next < checkpoints.size() && checkpoints.get(next).getEvents() == head.events()) {
      compare(checkpoints.get(next));
      next++;
    }
  }

  private boolean isFirst(JournalPlace event) {
    return !checkpoints.isEmpty() && event.equals(CheckpointChain.first(checkpoints.get(0)));
  }

  private void compare(Checkpoint checkpoint) {
    if (!checkpoint.getHead().equals(head.value())) {
      finding =
          Optional.of(
              CheckpointFinding.of(
                  checkpoint,
                  "the journal differs from it: of its events %d to %d one was removed, added, changed or moved"
                      .formatted(covered() + 1, checkpoint.getEvents())));
    }
  }

  /**
   * There are no more events.
   *
   * @return the first checkpoint that does not agree; empty if all do
   */
  public Optional<CheckpointFinding> end() {
    if (finding.isEmpty() && next < checkpoints.size()) {
      Checkpoint checkpoint = checkpoints.get(next);
      finding =
          Optional.of(
              CheckpointFinding.of(
                  checkpoint,
                  head.events() == 0
                      ? "the first event that it covers, %s, is missing"
                          .formatted(CheckpointChain.first(checkpoint))
                      : "it covers %d events, the journal has %d of them"
                          .formatted(checkpoint.getEvents(), head.events())));
    }
    return finding;
  }

  /** Events that a checkpoint vouches for. */
  public long covered() {
    return next == 0 ? 0 : checkpoints.get(next - 1).getEvents();
  }

  /**
   * Events before the first covered one: those that a ledger wrote before it counted. All of them
   * if there is no checkpoint.
   */
  public long before() {
    return before;
  }

  /** Events after the newest checkpoint. */
  public long after() {
    return head.events() - covered();
  }
}
