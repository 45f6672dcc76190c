package io.onefold.proof.simulation;

import io.onefold.schema.ProviderEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The workers of one pool, and which of them reads which partition of the commands. */
final class Fleet {
  private final History history;
  private final VirtualLog log;
  private final Crossing crossing;
  private final List<WorkerMachine> machines = new ArrayList<>();
  private final int[] offsets;
  private final @Nullable WorkerLife[] owners;

  Fleet(History history, VirtualLog log, Crossing crossing, int workers) {
    this.history = history;
    this.log = log;
    this.crossing = crossing;
    this.offsets = new int[log.partitions()];
    this.owners = new WorkerLife[log.partitions()];
    log.follow(log.commands().name(), this::arrived);
    for (int i = 1; i <= workers; i++) {
      machines.add(new WorkerMachine("worker-" + i, history, this));
    }
  }

  VirtualLog log() {
    return log;
  }

  Crossing crossing() {
    return crossing;
  }

  List<WorkerMachine> machines() {
    return machines;
  }

  WorkerMachine any() {
    return machines.get(history.choices().below(machines.size()));
  }

  void start() {
    machines.forEach(machine -> machine.start(history.choices().anyUpTo(2000)));
  }

  private void arrived(int partition) {
    WorkerLife owner = owners[partition];
    if (owner != null) {
      owner.pollSoon(partition);
    }
  }

  /** A worker has come: it gets its share. */
  void joined(WorkerLife life) {
    for (int partition = 0; partition < owners.length; partition++) {
      if (owners[partition] == null || history.choices().below(2) == 1) {
        give(partition, life);
      }
    }
  }

  /** A worker is gone, or not heard of any more: others go on with its partitions. */
  void left(WorkerLife life) {
    for (int partition = 0; partition < owners.length; partition++) {
      if (owners[partition] == life) {
        owners[partition] = null;
        // One that only stood still learns it before it is given anything again.
        life.revoked(partition);
        others(life).stream().findFirst().ifPresent(give(partition));
      }
    }
  }

  private Consumer<WorkerLife> give(int partition) {
    return life -> give(partition, life);
  }

  private List<WorkerLife> others(@Nullable WorkerLife than) {
    return machines.stream()
        .flatMap(machine -> machine.life().stream())
        .filter(life -> life != than && life.isMember())
        .toList();
  }

  /** A partition goes to another worker, for whatever reason. */
  void rebalance() {
    int partition = history.choices().below(owners.length);
    List<WorkerLife> candidates = others(owners[partition]);
    if (!candidates.isEmpty()) {
      give(partition, candidates.get(history.choices().below(candidates.size())));
    }
  }

  private void give(int partition, WorkerLife life) {
    WorkerLife before = owners[partition];
    if (before == life) {
      return;
    }
    owners[partition] = life;
    if (before != null) {
      before.revoked(partition);
    }
    life.assigned(partition, offsets[partition]);
  }

  /** A worker commits how far it has read; false if the partition is no longer its own. */
  boolean commit(WorkerLife life, int partition, long offset) {
    if (owners[partition] != life) {
      return false;
    }
    offsets[partition] = (int) offset;
    return true;
  }

  /** Somebody sets the offsets of the commands back. */
  void rewind() {
    int partition = history.choices().below(owners.length);
    offsets[partition] = history.choices().below(offsets[partition] + 1);
    WorkerLife owner = owners[partition];
    if (owner != null) {
      owner.revoked(partition);
      owner.assigned(partition, offsets[partition]);
    }
  }

  /** An operator's word, or a process's own, that this life and every older one is over. */
  void announce(ProviderEvent event, int partition) {
    String topic = History.TOPICS.providerEvents();
    log.append(
        topic,
        partition,
        event.getWorkerId().getBytes(StandardCharsets.UTF_8),
        WorkerLog.bytes(event),
        true);
  }
}
