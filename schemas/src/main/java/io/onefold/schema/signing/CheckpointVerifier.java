package io.onefold.schema.signing;

import io.onefold.schema.Checkpoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares one partition of the journal with its checkpoints. It is given the checkpoints first,
 * then every event in the order of its offset, then told that there are no more. Keeps no event,
 * and some 150 bytes of each checkpoint, so a journal may be of any length. Not thread-safe.
 *
 * <p>Noticed is, from the first event that a signed checkpoint names on: an event that was removed,
 * added, changed in its chain or moved, before the newest checkpoint; a journal that ends before
 * it; a checkpoint that is missing between others, was made by somebody without the key, or belongs
 * to another partition. What is wrong with one checkpoint hides nothing: each later one that a key
 * of the set signed covers everything from the first event on. Events before that first one are
 * counted, and nothing is said about them. Not noticed is what happened after the newest checkpoint
 * there is: whoever keeps a copy of a newer one elsewhere gives that too.
 */
public final class CheckpointVerifier {
  private final int partition;
  private final CheckpointChain chain;
  private final List<Promise> promises = new ArrayList<>();
  private PartitionHead head = PartitionHead.EMPTY;
  private long before;
  private int next;
  private long covered;

  /** The first of each kind, in the order in which they were found. */
  private final Map<CheckpointFinding.Kind, CheckpointFinding> findings = new LinkedHashMap<>();

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
    CheckpointChain.Link link = chain.next(checkpoint);
    link.wrong().ifPresent(this::add);
    // One that does not get further than another tells nothing that the other does not.
    if (link.vouches() && checkpoint.getEvents() > promised()) {
      promises.add(
          new Promise(checkpoint.getNumber(), checkpoint.getEvents(), checkpoint.getHead()));
    }
  }

  private long promised() {
    return promises.isEmpty() ? 0 : promises.get(promises.size() - 1).events();
  }

  private void add(CheckpointFinding finding) {
    findings.putIfAbsent(finding.kind(), finding);
  }

  /** The first thing that does not agree so far. */
  public Optional<CheckpointFinding> finding() {
    return findings.values().stream().findFirst();
  }

  /**
   * All that does not agree so far: the first of each kind, in the order in which they were found;
   * those of the checkpoints alone before those of the journal.
   */
  public List<CheckpointFinding> findings() {
    return List.copyOf(findings.values());
  }

  /**
   * Takes the next event of the partition.
   *
   * @param chain its chain value, 32 bytes
   */
  public void event(JournalPlace event, byte[] chain) {
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
    if (promise.head().equals(head.value())) {
      covered = promise.events();
    } else {
      wrong(
          CheckpointFinding.Kind.JOURNAL_DIFFERS,
          promise,
          "the journal differs from it: of its events %d to %d one was removed, added, changed or moved"
              .formatted(covered + 1, promise.events()));
    }
  }

  private void wrong(CheckpointFinding.Kind kind, Promise promise, String text) {
    add(CheckpointFinding.of(kind, partition, promise.number(), text));
  }

  /**
   * There are no more events.
   *
   * @return the first finding; empty if all checkpoints agree
   */
  public Optional<CheckpointFinding> end() {
    if (next < promises.size()) {
      Promise promise = promises.get(next);
      wrong(
          CheckpointFinding.Kind.AHEAD,
          promise,
          head.events() == 0
              ? "the first event that it covers, %s, is missing"
                  .formatted(chain.first().orElseThrow())
              : "it covers %d events, the journal has %d of them"
                  .formatted(promise.events(), head.events()));
    }
    return finding();
  }

  /** Events that a checkpoint vouches for, and that are as it says. */
  public long covered() {
    return covered;
  }

  /**
   * Events before the first covered one: those that a ledger wrote before it counted, or that
   * somebody added there. All of them if there is no signed checkpoint.
   */
  public long before() {
    return before;
  }

  /** Events after the newest checkpoint that agrees. */
  public long after() {
    return head.events() - covered();
  }
}
