package io.onefold.schema.signing;

import io.onefold.schema.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares one partition of the journal with its checkpoints. It is given the checkpoints first,
 * then every event in the order of its offset, then told that there are no more. Keeps no event,
 * and some 150 bytes of each checkpoint, so a journal may be of any length. Not thread-safe.
 *
 * <p>Noticed is: an event that was removed, added, changed in its chain or moved, before the newest
 * checkpoint; a journal that ends before it; a checkpoint that is missing between others, was made
 * by somebody without the key, or belongs to another partition. Not noticed is what happened after
 * the newest checkpoint there is: whoever keeps a copy of a newer one elsewhere gives that too.
 */
public final class CheckpointVerifier {
  private final int partition;
  private final CheckpointChain chain;
  private final List<Promise> promises = new ArrayList<>();
  private PartitionHead head = PartitionHead.EMPTY;
  private long before;
  private int next;
  private Optional<CheckpointFinding> finding = Optional.empty();

  /** What must be compared of a checkpoint that is in order itself: there may be very many. */
  private record Promise(long number, long events, String head) {}

  /**
   * Knows no checkpoint yet.
   *
   * @param keys any of them may have signed
   */
  public CheckpointVerifier(int partition, VerifyingKeys keys) {
    this.partition = partition;
    this.chain = new CheckpointChain(partition, keys);
  }

  /**
   * Looks at the checkpoints alone.
   *
   * @param checkpoints of this partition, in the order of their offsets
   * @param keys any of them may have signed
   */
  public CheckpointVerifier(int partition, List<Checkpoint> checkpoints, VerifyingKeys keys) {
    this(partition, keys);
    checkpoints.forEach(this::checkpoint);
  }

  /** Takes the next checkpoint of the partition; all of them before the first event. */
  public void checkpoint(Checkpoint checkpoint) {
    if (finding.isPresent()) {
      return;
    }
    finding = chain.next(checkpoint);
    if (finding.isEmpty()) {
      promises.add(
          new Promise(checkpoint.getNumber(), checkpoint.getEvents(), checkpoint.getHead()));
    }
  }

  /** What does not agree so far. */
  public Optional<CheckpointFinding> finding() {
    return finding;
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
    if (head.events() == 0 && this.chain.first().filter(event::equals).isEmpty()) {
      before++;
      return;
    }
    head = head.after(event, chain);
    if (next < promises.size() && promises.get(next).events() == head.events()) {
      compare(promises.get(next));
      next++;
    }
  }

  private void compare(Promise promise) {
    if (!promise.head().equals(head.value())) {
      finding =
          wrong(
              CheckpointFinding.Kind.JOURNAL_DIFFERS,
              promise,
              "the journal differs from it: of its events %d to %d one was removed, added, changed or moved"
                  .formatted(covered() + 1, promise.events()));
    }
  }

  private Optional<CheckpointFinding> wrong(
      CheckpointFinding.Kind kind, Promise promise, String text) {
    return Optional.of(CheckpointFinding.of(kind, partition, promise.number(), text));
  }

  /**
   * There are no more events.
   *
   * @return the first checkpoint that does not agree; empty if all do
   */
  public Optional<CheckpointFinding> end() {
    if (finding.isEmpty() && next < promises.size()) {
      Promise promise = promises.get(next);
      finding =
          wrong(
              CheckpointFinding.Kind.AHEAD,
              promise,
              head.events() == 0
                  ? "the first event that it covers, %s, is missing"
                      .formatted(chain.first().orElseThrow())
                  : "it covers %d events, the journal has %d of them"
                      .formatted(promise.events(), head.events()));
    }
    return finding;
  }

  /** Events that a checkpoint vouches for. */
  public long covered() {
    return next == 0 ? 0 : promises.get(next - 1).events();
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
