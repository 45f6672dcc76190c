package io.onefold.audit;

import io.onefold.schema.Checkpoint;
import io.onefold.schema.signing.JournalPlace;
import io.onefold.schema.signing.PartitionHead;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One partition against copies of its checkpoints that were kept elsewhere: they show that the ends
 * of journal and checkpoints were cut off together. Used by one thread.
 */
final class CopiesOfPartition {
  private final List<Checkpoint> byEvents;
  private final Optional<JournalPlace> first;

  /** Copies that the topic has not shown yet. */
  private final Set<Checkpoint> open;

  private PartitionHead head = PartitionHead.EMPTY;
  private int next;
  private Optional<String> differs = Optional.empty();

  /** Of all copies those of this partition. */
  CopiesOfPartition(int partition, List<Checkpoint> all) {
    this.byEvents =
        all.stream()
            .filter(copy -> copy.getPartition() == partition)
            .sorted(Comparator.comparingLong(Checkpoint::getEvents))
            .toList();
    this.open = new LinkedHashSet<>(byEvents);
    this.first =
        byEvents.stream()
            .findFirst()
            .map(copy -> new JournalPlace(copy.getFirstOperation(), copy.getFirstSequence()));
  }

  /** The next checkpoint of the topic. */
  void checkpoint(Checkpoint seen) {
    open.remove(seen);
  }

  /** The next event of the journal. */
  void event(JournalPlace event, byte[] chain) {
    if (next == byEvents.size() || (head.events() == 0 && !first.equals(Optional.of(event)))) {
      return;
    }
    head = head.after(event, chain);
    for (; next < byEvents.size() && byEvents.get(next).getEvents() <= head.events(); next++) {
      Checkpoint copy = byEvents.get(next);
      if (differs.isEmpty() && !copy.getHead().equals(head.value())) {
        differs =
            Optional.of(
                "the journal differs from the copy of checkpoint %d of partition %d: of its first %d events one was removed, added, changed or moved"
                    .formatted(copy.getNumber(), copy.getPartition(), copy.getEvents()));
      }
    }
  }

  /** How the journal disagrees with the copies, now that it was read; empty if it does not. */
  Optional<String> journalDiffers() {
    if (differs.isEmpty() && next < byEvents.size()) {
      Checkpoint copy = byEvents.get(next);
      return Optional.of(
          "the copy of checkpoint %d of partition %d covers %d events, the journal has %d of them"
              .formatted(copy.getNumber(), copy.getPartition(), copy.getEvents(), head.events()));
    }
    return differs;
  }

  /** How the topic of checkpoints disagrees with the copies; empty if it does not. */
  Optional<String> checkpointsDiffer() {
    return open.stream()
        .findFirst()
        .map(
            copy ->
                "checkpoint %d of partition %d is not there as its copy has it%s"
                    .formatted(
                        copy.getNumber(),
                        copy.getPartition(),
                        open.size() == 1 ? "" : ", nor are %d others".formatted(open.size() - 1)));
  }
}
