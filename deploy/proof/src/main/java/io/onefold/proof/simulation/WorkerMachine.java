package io.onefold.proof.simulation;

import io.onefold.schema.ProviderEvent;
import io.onefold.schema.WorkerStarted;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A place where a worker of a stable name runs: at most one process at a time. */
final class WorkerMachine {
  private final String id;
  private final History history;
  private final Fleet fleet;
  private Optional<WorkerLife> life = Optional.empty();
  private long incarnation;
  private boolean starting;
  private boolean left;

  WorkerMachine(String id, History history, Fleet fleet) {
    this.id = id;
    this.history = history;
    this.fleet = fleet;
  }

  String id() {
    return id;
  }

  long incarnation() {
    return incarnation;
  }

  /** The process that runs here, perhaps standing still. */
  Optional<WorkerLife> life() {
    return life;
  }

  /** A process starts, says so in every partition, and joins the others. */
  void start(long afterMs) {
    if (left || starting || life.isPresent()) {
      return;
    }
    starting = true;
    history.agenda().in(afterMs, this::announce);
  }

  private void announce() {
    incarnation++;
    history.tell(() -> id + " starts its life " + incarnation);
    long last = 0;
    for (int i = 0; i < fleet.log().partitions(); i++) {
      int partition = i;
      ProviderEvent event = began(incarnation, null);
      long after = 1 + history.choices().anyUpTo(100);
      last = Math.max(last, after);
      history.agenda().in(after, () -> fleet.announce(event, partition));
    }
    history.agenda().in(last + 1, this::join);
  }

  private void join() {
    starting = false;
    if (left) {
      return;
    }
    WorkerLife begun = new WorkerLife(this, history, fleet);
    life = Optional.of(begun);
    fleet.joined(begun);
  }

  private ProviderEvent began(long number, @Nullable String fencedBecause) {
    WorkerStarted fact = new WorkerStarted();
    fact.setFencedBecause(fencedBecause);
    return new ProviderEvent("", id, number, history.agenda().epochMs(), fact);
  }

  /** The process dies at once. */
  void crash() {
    if (life.isEmpty()) {
      return;
    }
    WorkerLife dead = life.get();
    life = Optional.empty();
    history.tell(() -> id + " dies");
    dead.die();
    // The group notices some time later that it is silent.
    history.agenda().in(history.choices().anyUpTo(45_000), () -> fleet.left(dead));
    if (!history.strikes(Fault.WORKER_GONE, 150)) {
      start(1 + history.choices().anyUpTo(5 * 60_000));
    } else {
      absent();
    }
  }

  /** The process dies, and none ever starts here again. */
  void leave() {
    left = true;
    life.ifPresent(
        dead -> {
          life = Optional.empty();
          dead.die();
          fleet.left(dead);
        });
  }

  private void absent() {
    if (history.strikes(Fault.WORKER_FENCED, 400)) {
      // A fence takes the next number, which a later process of that name must not reuse.
      ProviderEvent fence = began(++incarnation, "it never came back");
      for (int i = 0; i < fleet.log().partitions(); i++) {
        int partition = i;
        history
            .agenda()
            .in(1 + history.choices().anyUpTo(60_000), () -> fleet.announce(fence, partition));
      }
    }
    start(history.choices().anyUpTo(4 * 60 * 60_000));
  }

  /** The process ends in good order, and another one starts. */
  void stop() {
    life.ifPresent(
        running -> {
          fleet.left(running);
          running.stop(
              () -> {
                if (life.filter(running::equals).isPresent()) {
                  life = Optional.empty();
                  running.die();
                  start(1 + history.choices().anyUpTo(60_000));
                }
              });
        });
  }

  /** The process stands still; if long enough, the others go on without it. */
  void pause(long ms) {
    life.ifPresent(
        still -> {
          still.pause(ms);
          if (ms > 45_000) {
            history.agenda().in(45_000, () -> fleet.left(still));
            history.agenda().in(ms + 1, () -> rejoin(still));
          }
        });
  }

  private void rejoin(WorkerLife awake) {
    if (life.filter(awake::equals).isPresent()) {
      fleet.joined(awake);
    }
  }
}
