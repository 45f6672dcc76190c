package io.onefold.proof.simulation;

import io.onefold.connector.http.HttpConnector;
import io.onefold.connector.http.HttpSettings;
import io.onefold.connector.simulated.SimulatedWire;
import io.onefold.connector.worker.Catalogue;
import io.onefold.connector.worker.Errand;
import io.onefold.connector.worker.KafkaClients;
import io.onefold.connector.worker.Position;
import io.onefold.connector.worker.ProviderEvents;
import io.onefold.connector.worker.WorkerClock;
import io.onefold.connector.worker.WorkerCore;
import io.onefold.connector.worker.WorkerLimits;
import io.onefold.connector.worker.WorkerMetrics;
import io.onefold.connector.worker.WorkerOutlet;
import io.onefold.destination.SecretResolver;
import io.onefold.schema.Command;
import io.onefold.schema.ProviderEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** One process of a worker: the real worker, its place in the group and its calls. */
final class WorkerLife implements WorkerOutlet, WorkerClock {
  private static final WorkerLimits LIMITS = WorkerLimits.of(4, 4);

  /** As the real worker configures its consumer. */
  private static final boolean READ_COMMITTED =
      "read_committed"
          .equals(
              KafkaClients.consumer("", "", "", Map.of())
                  .get(ConsumerConfig.ISOLATION_LEVEL_CONFIG));

  /** Waits between two looks at the clock, while nothing else happens, in milliseconds. */
  private static final long[] LOOKS = {200, 1000, 3000, 10_000, 20_000, 40_000, 60_000, 120_000};

  private final WorkerMachine machine;
  private final History history;
  private final Fleet fleet;
  private final WorkerLog log;
  private final Calls calls;
  private final WorkerCore core;
  private final Map<Integer, Integer> reading = new TreeMap<>();
  private final Map<Integer, Integer> readUpAt = new TreeMap<>();
  private boolean alive = true;
  private boolean stopping;
  private long standsUntil;
  private int look = LOOKS.length;

  WorkerLife(WorkerMachine machine, History history, Fleet fleet) {
    this.machine = machine;
    this.history = history;
    this.fleet = fleet;
    this.log = new WorkerLog(history, fleet.log());
    this.calls = new Calls(history, this);
    HttpConnector connector =
        new HttpConnector(
            new SimulatedWire(
                fleet.crossing().provider(), new VirtualNetwork(history, fleet.crossing(), calls)),
            HttpSettings.DEFAULT,
            SecretResolver.ofThisProcess(),
            history.agenda(),
            this::nanos);
    this.core =
        new WorkerCore(
            LIMITS,
            new Catalogue(history.world().destinations().all(), List.of(connector)),
            this::claimId,
            new ProviderEvents(machine.id(), machine.incarnation(), this),
            new WorkerMetrics(),
            this);
  }

  private String claimId() {
    return history.census().nextClaim(machine.id(), machine.incarnation());
  }

  @Override
  public long nanos() {
    return history.now() * 1_000_000L;
  }

  @Override
  public Instant now() {
    return history.instant();
  }

  boolean isAlive() {
    return alive;
  }

  /** True while the group counts on it. */
  boolean isMember() {
    return alive && !stopping && standsUntil <= history.now();
  }

  /** Runs something on this process's own thread: when it does not stand still, if it still is. */
  void run(long afterMs, Runnable work) {
    history.agenda().in(afterMs, () -> runNow(work));
  }

  private void runNow(Runnable work) {
    if (!alive) {
      return;
    }
    if (standsUntil > history.now()) {
      run(standsUntil - history.now(), work);
      return;
    }
    if (history.strikes(Fault.WORKER_CRASHED, 2)) {
      machine.crash();
      return;
    }
    work.run();
    tick();
    if (history.strikes(Fault.WORKER_CRASHED, 3)) {
      machine.crash();
    }
  }

  private void tick() {
    if (alive) {
      core.tick();
      commit();
      boolean asleep = look >= LOOKS.length;
      look = 0;
      if (asleep) {
        lookLater();
      }
    }
  }

  /** Looks at the clock less and less often, for as long as nothing happens. */
  private void lookLater() {
    if (look < LOOKS.length) {
      history.agenda().in(LOOKS[look], this::lookAtClock);
    }
  }

  private void lookAtClock() {
    if (alive) {
      if (standsUntil <= history.now()) {
        core.tick();
        commit();
      }
      look++;
      lookLater();
    }
  }

  private void commit() {
    core.offsetsDue()
        .forEach(
            (partition, offset) -> {
              if (fleet.commit(this, partition, offset)) {
                core.committed(partition, offset);
              }
            });
  }

  /** From now on it reads a partition. */
  void assigned(int partition, int offset) {
    run(
        1 + history.choices().anyUpTo(200),
        () -> {
          int end = fleet.log().commands().end(partition);
          reading.put(partition, offset);
          readUpAt.put(partition, end);
          core.assigned(partition);
          readUp(partition, offset);
          pollSoon(partition);
        });
  }

  /** Another worker reads a partition from now on. One that stands still learns it late. */
  void revoked(int partition) {
    run(
        0,
        () -> {
          if (reading.remove(partition) != null) {
            core.revoked(List.of(partition));
          }
        });
  }

  void pollSoon(int partition) {
    long after = 1 + history.choices().anyUpTo(50);
    if (history.strikes(Fault.COMMAND_DELAYED, 10)) {
      after += history.choices().anyUpTo(10 * 60_000);
    }
    run(after, () -> poll(partition));
  }

  private void poll(int partition) {
    Integer offset = reading.get(partition);
    VirtualTopic commands = fleet.log().commands();
    if (offset == null || stopping || offset >= commands.end(partition)) {
      return;
    }
    VirtualTopic.Entry entry = commands.read(partition, offset);
    if (entry.isVisible(READ_COMMITTED)) {
      Command command = (Command) VirtualLog.read(commands.name(), entry.value());
      core.handle(command, new Position(partition, offset));
    }
    core.readTo(partition, offset + 1L);
    reading.put(partition, offset + 1);
    readUp(partition, offset + 1);
    if (offset + 1 < commands.end(partition)) {
      pollSoon(partition);
    }
  }

  private void readUp(int partition, int offset) {
    Integer end = readUpAt.get(partition);
    if (end != null && offset >= end) {
      readUpAt.remove(partition);
      core.readUp(partition);
    }
  }

  @Override
  public void claim(ProviderEvent claim, Runnable acknowledged, Runnable failed) {
    log.append(claim, true, there -> run(1, there ? acknowledged : failed));
  }

  @Override
  public void report(ProviderEvent report, Runnable acknowledged) {
    log.append(report, false, there -> run(1, acknowledged));
  }

  @Override
  public <T> Runnable start(Errand errand, Supplier<T> call, Consumer<T> ended) {
    return calls.start(call, ended);
  }

  void pause(long ms) {
    standsUntil = Math.max(standsUntil, history.now() + ms);
  }

  /** True if one of its calls has checked its deadline and not yet sent its first byte. */
  boolean isAboutToSend() {
    return calls.isAboutToSend();
  }

  /** When it goes on, if it stands still. */
  long standsUntil() {
    return standsUntil;
  }

  /** Ends in good order: gives claims up, waits for calls, then gives them up as well. */
  void stop(Runnable gone) {
    stopping = true;
    run(
        0,
        () -> {
          core.stop();
          calmDown(20_000, this::interrupt, gone);
        });
  }

  private void interrupt(Runnable gone) {
    core.interruptCalls();
    calmDown(2000, this::abandon, gone);
  }

  private void abandon(Runnable gone) {
    core.abandonCalls();
    calls.abandoned();
    calmDown(2000, Runnable::run, gone);
  }

  private void calmDown(long patienceMs, Consumer<Runnable> otherwise, Runnable gone) {
    boolean idle = core.runningCalls() == 0 && log.pending() == 0;
    if (idle) {
      gone.run();
    } else if (patienceMs <= 0) {
      otherwise.accept(gone);
    } else {
      run(500, () -> calmDown(patienceMs - 500, otherwise, gone));
    }
  }

  /** The process is no more. */
  void die() {
    alive = false;
    log.die();
    calls.die();
  }
}
