package io.onefold.crash;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** Strikes fleet after fleet, and waits after each until every operation has ended. */
final class Campaign {
  private static final Duration BETWEEN_BOUNCES = Duration.ofSeconds(25);
  private static final Duration TURN = Duration.ofSeconds(40);
  private static final Duration LEDGERS = Duration.ofSeconds(18);
  private static final Duration ENDING = Duration.ofMinutes(5);
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private final CampaignSettings settings;
  private final Installation<Broker> installation;
  private final Endings endings;
  private final Load load;
  private final Recoveries recoveries;
  private final PrintWriter out;
  private final Strikes strikes = new Strikes();
  private final Schedule schedule;
  private final long began = System.nanoTime();
  private volatile Optional<Exception> failure = Optional.empty();
  private long lastBounce = System.nanoTime();
  private volatile boolean attacking;

  Campaign(
      CampaignSettings settings,
      Installation<Broker> installation,
      Endings endings,
      Load load,
      Recoveries recoveries,
      PrintWriter out) {
    this.settings = settings;
    this.installation = installation;
    this.endings = endings;
    this.load = load;
    this.recoveries = recoveries;
    this.out = out;
    this.schedule = new Schedule(settings.points(), settings.brokerKills(), settings.seed());
  }

  /** Runs all of it. */
  void run() throws Exception {
    List<CampaignSettings.Fleet> fleets = settings.fleets();
    CampaignSettings.Fleet before = new CampaignSettings.Fleet(0, 0);
    for (int i = 0; i < fleets.size(); i++) {
      round(fleets.get(i), before, i + 1, fleets.size());
      before = fleets.get(i);
    }
  }

  private void round(
      CampaignSettings.Fleet fleet, CampaignSettings.Fleet before, int number, int all)
      throws Exception {
    strikes.fleet(fleet.words());
    recoveries.fleet(fleet.words());
    out.printf("%s round %d of %d: %s%n", clock(), number, all, fleet.words());
    out.flush();
    scale(fleet, before);
    load.go(installation.addresses(fleet.ledgers()));
    attacking = true;
    List<Thread> drivers = new ArrayList<>();
    drivers.addAll(drive(installation.ledgers(fleet.ledgers())));
    drivers.addAll(drive(installation.workers(fleet.workers())));
    long until = began + settings.atMost().toNanos() * number / all;
    int kills = settings.kills() * number / all;
    while (System.nanoTime() < until && !isEnough(kills, number, all) && !hasFailed()) {
      Thread.sleep(LOOK_EVERY);
    }
    attacking = false;
    for (Thread driver : drivers) {
      driver.join();
    }
    if (hasFailed()) {
      throw failure.orElseThrow();
    }
    awaitEndings();
  }

  private boolean isEnough(int kills, int number, int all) {
    int tries = number == all ? 1 : 0;
    return strikes.kills() >= kills && schedule.fewestTries() >= tries;
  }

  /** The fleet grows and shrinks while operations are open. */
  private void scale(CampaignSettings.Fleet fleet, CampaignSettings.Fleet before)
      throws IOException, InterruptedException {
    for (Slot more : added(installation.ledgers(fleet.ledgers()), before.ledgers())) {
      more.start();
    }
    for (Slot more : added(installation.workers(fleet.workers()), before.workers())) {
      more.start();
    }
    for (Slot less : added(installation.ledgers(before.ledgers()), fleet.ledgers())) {
      less.stop();
    }
    for (Slot less : added(installation.workers(before.workers()), fleet.workers())) {
      less.stop();
    }
  }

  private static List<Slot> added(List<Slot> slots, int before) {
    return before >= slots.size() ? List.of() : slots.subList(before, slots.size());
  }

  private List<Thread> drive(List<Slot> slots) {
    Semaphore mayFall = new Semaphore(Math.max(1, slots.size() - 1));
    return slots.stream()
        .map(
            slot ->
                Thread.ofPlatform()
                    .daemon()
                    .name("driver-" + slot.name())
                    .start(new Driver(slot, this, mayFall)))
        .toList();
  }

  private void awaitEndings() throws InterruptedException {
    // What has not ended by then is found by the verdict.
    var unused = load.drain(ENDING);
    out.printf(
        "%s %d operations taken, %d open, %d kills at %d points%n",
        clock(),
        endings.accepted().size(),
        endings.open().size(),
        strikes.kills(),
        strikes.pointsOfKills().size());
    out.flush();
  }

  /** True while processes are to be struck. */
  boolean attacks() {
    return attacking;
  }

  /**
   * Workers are struck all the time, ledgers in turns: without a ledger no worker comes to a point.
   */
  boolean strikes(Role role) {
    long at = (System.nanoTime() - began) % TURN.toNanos();
    return role == Role.WORKER || at < LEDGERS.toNanos();
  }

  boolean hasFailed() {
    return failure.isPresent();
  }

  synchronized void failed(Exception why) {
    failure = failure.or(() -> Optional.of(why));
    attacking = false;
  }

  /** A broker that is killed stops everybody, so this is not done too often. */
  synchronized boolean mayBounce() {
    if (System.nanoTime() - lastBounce < BETWEEN_BOUNCES.toNanos()) {
      return false;
    }
    lastBounce = System.nanoTime();
    return true;
  }

  Schedule schedule() {
    return schedule;
  }

  Strikes strikes() {
    return strikes;
  }

  Endings endings() {
    return endings;
  }

  Broker broker() {
    return installation.brokers();
  }

  void say(Slot slot, Point point, Fault fault, int open) {
    out.printf(
        "%s %s: %s, %s; %d open, %d kills%n",
        clock(), slot.name(), point.name(), fault, open, strikes.kills());
    out.flush();
  }

  private String clock() {
    Duration since = Duration.ofNanos(System.nanoTime() - began);
    return "%3d:%02d".formatted(since.toMinutes(), since.toSecondsPart());
  }
}
