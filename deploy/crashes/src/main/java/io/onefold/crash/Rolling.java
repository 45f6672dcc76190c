package io.onefold.crash;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Restarts one process after the other in good order, adds one more of each and takes it away, and
 * kills one at last.
 */
final class Rolling {
  private static final Duration UNDISTURBED = Duration.ofSeconds(15);

  /** Work may still move for that long after a process has said that it is ready. */
  private static final Duration SETTLING = Duration.ofSeconds(6);

  /** Nobody waits longer than that while nothing goes on. */
  private static final Duration CALM = Duration.ofSeconds(2);

  private static final Duration CALM_WITHIN = Duration.ofMinutes(2);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  private final Installation<Cluster> installation;
  private final Waits waits;
  private final Load load;
  private final PrintWriter out;
  private final Readiness readiness = new Readiness();
  private final List<RollingStep> steps = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  Rolling(Installation<Cluster> installation, Waits waits, Load load, PrintWriter out) {
    this.installation = installation;
    this.waits = waits;
    this.load = load;
    this.out = out;
  }

  /** What was done, in its order. */
  List<RollingStep> steps() {
    return List.copyOf(steps);
  }

  /** What went otherwise than it should. */
  List<String> remarks() {
    return List.copyOf(remarks);
  }

  /** Starts the fleet and the load, and returns when all is calm. */
  void begin() throws IOException, InterruptedException {
    for (int number = 1; number <= RollingSettings.FLEET; number++) {
      ledger(number).start();
      worker(number).start();
    }
    for (int number = 1; number <= RollingSettings.FLEET; number++) {
      awaitReady(ledger(number), addressOfLedger(number));
      awaitReady(worker(number), installation.addressOfWorker(number));
    }
    load.go(installation.addresses(RollingSettings.FLEET));
    settle();
    // The first operations meet cold processes.
    var unused = waits.cut();
  }

  /** All steps. */
  void run(int restarts) throws IOException, InterruptedException {
    Thread.sleep(UNDISTURBED);
    record(RollingStep.Kind.UNDISTURBED, "nobody", Optional.empty(), Optional.empty());
    for (int number = 1; number <= restarts; number++) {
      restart(RollingStep.Kind.WORKER, worker(number), installation.addressOfWorker(number), false);
    }
    for (int number = 1; number <= restarts; number++) {
      restart(RollingStep.Kind.LEDGER, ledger(number), addressOfLedger(number), false);
    }
    for (int number = 1; number <= restarts; number++) {
      restart(installation.brokers().members().get(number - 1));
    }
    scale();
    restart(RollingStep.Kind.KILL, ledger(1), addressOfLedger(1), true);
  }

  private void scale() throws IOException, InterruptedException {
    int more = RollingSettings.FLEET + 1;
    add(worker(more), installation.addressOfWorker(more));
    add(ledger(more), addressOfLedger(more));
    load.go(installation.addresses(more));
    settle();
    load.go(installation.addresses(RollingSettings.FLEET));
    takeAway(ledger(more));
    takeAway(worker(more));
  }

  private void restart(RollingStep.Kind kind, Slot slot, URI address, boolean kill)
      throws IOException, InterruptedException {
    Duration stopping = kill ? kill(slot) : stop(slot);
    Duration starting = start(slot, address);
    settle();
    record(kind, slot.name(), Optional.of(stopping), Optional.of(starting));
  }

  private void restart(BrokerProcess broker) throws IOException, InterruptedException {
    long began = System.nanoTime();
    if (!broker.stop()) {
      remarks.add(broker.name() + " did not stop in time and was killed");
    }
    Duration stopping = since(began);
    began = System.nanoTime();
    broker.start();
    installation.brokers().awaitWhole();
    Duration starting = since(began);
    settle();
    record(RollingStep.Kind.BROKER, broker.name(), Optional.of(stopping), Optional.of(starting));
  }

  private void add(Slot slot, URI address) throws IOException, InterruptedException {
    Duration starting = start(slot, address);
    settle();
    record(RollingStep.Kind.MORE, slot.name(), Optional.empty(), Optional.of(starting));
  }

  private void takeAway(Slot slot) throws InterruptedException {
    Duration stopping = stop(slot);
    settle();
    record(RollingStep.Kind.FEWER, slot.name(), Optional.of(stopping), Optional.empty());
  }

  private Duration stop(Slot slot) throws InterruptedException {
    long began = System.nanoTime();
    if (!slot.alive()) {
      remarks.add(slot.name() + " had ended by itself: " + slot.end());
    } else if (!slot.stop()) {
      remarks.add(slot.name() + " did not stop in time and was killed");
    }
    return since(began);
  }

  private static Duration kill(Slot slot) throws InterruptedException {
    long began = System.nanoTime();
    slot.kill();
    return since(began);
  }

  private Duration start(Slot slot, URI address) throws IOException, InterruptedException {
    long began = System.nanoTime();
    slot.start();
    awaitReady(slot, address);
    return since(began);
  }

  private void awaitReady(Slot slot, URI address) throws InterruptedException {
    if (!readiness.await(address, slot::alive)) {
      throw new IllegalStateException(slot.name() + " was not ready in time");
    }
  }

  private void settle() throws InterruptedException {
    Thread.sleep(SETTLING);
    long until = System.nanoTime() + CALM_WITHIN.toNanos();
    while (!isCalm()) {
      if (System.nanoTime() > until) {
        waits.giveUp();
      }
      Thread.sleep(LOOK_EVERY);
    }
  }

  private boolean isCalm() {
    for (Waits.Kind kind : Waits.Kind.values()) {
      if (waits.oldest(kind).compareTo(CALM) > 0) {
        return false;
      }
    }
    return true;
  }

  private void record(
      RollingStep.Kind kind,
      String name,
      Optional<Duration> stopping,
      Optional<Duration> starting) {
    RollingStep step = new RollingStep(kind, name, stopping, starting, waits.cut());
    steps.add(step);
    out.printf(
        "%s, %s: longest wait %s%n",
        kind.words(),
        name,
        Arrays.stream(Waits.Kind.values())
            .map(what -> what.words() + " " + Tables.seconds(step.longest(what)))
            .collect(Collectors.joining(", ")));
    out.flush();
  }

  private Slot ledger(int number) {
    return installation.ledgers(number).getLast();
  }

  private Slot worker(int number) {
    return installation.workers(number).getLast();
  }

  private URI addressOfLedger(int number) {
    return installation.addresses(number).getLast();
  }

  private static Duration since(long began) {
    return Duration.ofNanos(System.nanoTime() - began);
  }
}
