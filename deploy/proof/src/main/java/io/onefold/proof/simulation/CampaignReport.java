package io.onefold.proof.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** What many histories brought, in sums. Thread-safe. */
public final class CampaignReport {
  private static final long TELL_EVERY_NS = 10_000_000_000L;

  private final Campaign campaign;
  private final long beganNs;
  private long endedNs;
  private long toldNs;
  private long histories;
  private long steps;
  private long virtualMs;
  private long events;
  private long grants;
  private long writes;
  private long effects;
  private long receipts;
  private final Map<World, Integer> worlds = new EnumMap<>(World.class);
  private final Map<World, Integer> mostEffects = new EnumMap<>(World.class);
  private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
  private final SortedSet<String> states = new TreeSet<>();
  private final SortedSet<String> conclusions = new TreeSet<>();
  private final List<Verdict> broken = new ArrayList<>();

  CampaignReport(Campaign campaign, long beganNs) {
    this.campaign = campaign;
    this.beganNs = beganNs;
    this.toldNs = beganNs;
    this.endedNs = beganNs;
  }

  /** Adds a history; true if it is time to tell how far it is. */
  synchronized boolean add(Verdict verdict) {
    Tally tally = verdict.tally();
    histories++;
    steps += tally.steps();
    virtualMs += tally.virtualMs();
    events += tally.events();
    grants += tally.grants();
    writes += tally.writes();
    effects += tally.effects();
    receipts += tally.receipts();
    worlds.merge(verdict.world(), 1, Integer::sum);
    mostEffects.merge(verdict.world(), tally.mostEffects(), Math::max);
    tally.faults().forEach((fault, times) -> faults.merge(fault, (long) times, Long::sum));
    states.addAll(tally.states());
    conclusions.addAll(tally.conclusions());
    if (!verdict.isKept()) {
      broken.add(verdict);
    }
    endedNs = System.nanoTime();
    boolean due = endedNs - toldNs > TELL_EVERY_NS;
    if (due) {
      toldNs = endedNs;
    }
    return due;
  }

  synchronized void end() {
    endedNs = System.nanoTime();
  }

  /** Histories in which a promise was broken. */
  public synchronized List<Verdict> broken() {
    return List.copyOf(broken);
  }

  /** Histories played. */
  public synchronized long histories() {
    return histories;
  }

  /** How often each fault struck. */
  public synchronized Map<Fault, Long> faults() {
    return new EnumMap<>(faults);
  }

  /** Histories in each world. */
  public synchronized Map<World, Integer> worlds() {
    return new EnumMap<>(worlds);
  }

  /** Most effects that one operation had, in each world. */
  public synchronized Map<World, Integer> mostEffects() {
    return new EnumMap<>(mostEffects);
  }

  /** States reached. */
  public synchronized SortedSet<String> states() {
    return new TreeSet<>(states);
  }

  /** What the ledger concluded, each with its reason. */
  public synchronized SortedSet<String> conclusions() {
    return new TreeSet<>(conclusions);
  }

  /** One line: how far it is. */
  public synchronized String line() {
    double seconds = Math.max(0.001, (endedNs - beganNs) / 1e9);
    return "%,d of %,d histories in %.0f s (%.0f/s), %,d steps, %,d faults, %d broken"
        .formatted(
            histories,
            campaign.histories(),
            seconds,
            histories / seconds,
            steps,
            faults.values().stream().mapToLong(Long::longValue).sum(),
            broken.size());
  }

  /** Everything in a few lines. */
  public synchronized String text() {
    StringBuilder text = new StringBuilder(line()).append('\n');
    text.append(
        "%,d hours of virtual time; %,d journal events, %,d grants, %,d writes, %,d effects, %,d receipts%n"
            .formatted(virtualMs / 3_600_000, events, grants, writes, effects, receipts));
    text.append("worlds (histories, most effects of one operation):\n");
    worlds.forEach(
        (world, number) ->
            text.append(
                "  %-26s %,10d %3d%s%n"
                    .formatted(
                        world,
                        number,
                        mostEffects.get(world),
                        world.broken().map(b -> "  breaks " + b).orElse(""))));
    text.append("faults:\n");
    faults.forEach((fault, times) -> text.append("  %,12d  %s%n".formatted(times, fault.words())));
    text.append("states: ").append(String.join(", ", states)).append('\n');
    text.append("conclusions: ").append(String.join(", ", conclusions)).append('\n');
    return text.toString();
  }
}
