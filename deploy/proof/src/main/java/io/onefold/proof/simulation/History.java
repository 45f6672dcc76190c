package io.onefold.proof.simulation;

import io.onefold.guarantee.Assumption;
import io.onefold.guarantee.Judge;
import io.onefold.guarantee.Seen;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** What all parts of one history share: time, choices, observers and the count of faults. */
final class History {
  static final Topics TOPICS = Topics.standard();
  static final SchemaIds IDS = BuiltInCatalogue.instance();

  private static final Fault[] FAULTS = Fault.values();

  /** A fault that a history or its world favours strikes so many times as often. */
  private static final int FAVOUR = 8;

  private static final int MOST_OFTEN = 600;

  private final World world;
  private final Choices choices;
  private final Agenda agenda = new Agenda();
  private final Judge judge;
  private final ExactOrder order;
  private final Judge exact;
  private final GateWatch gates = new GateWatch();
  private boolean withdrawn;
  private final Story story;
  private final Census census = new Census();
  private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
  private final Map<String, Set<Assumption>> broken = new HashMap<>();
  private Optional<Storm> storm = Optional.empty();
  private final Set<Fault> favourites = EnumSet.noneOf(Fault.class);

  History(World world, Choices choices, Judge judge, Story story) {
    this.world = world;
    this.choices = choices;
    this.judge = judge;
    this.order = new ExactOrder(world);
    this.exact = new Judge(List.of(order, gates));
    this.story = story;
    for (int i = choices.below(4); i > 0; i--) {
      favourites.add(FAULTS[choices.below(FAULTS.length)]);
    }
  }

  /**
   * The destination defers every write for a while.
   *
   * @param until end of it, in milliseconds from the beginning
   * @param retryAfter what each answer names, whole seconds
   */
  record Storm(long until, Duration retryAfter) {}

  /** From now on there is one. */
  void storm(Storm begun) {
    storm = Optional.of(begun);
  }

  /** The storm that rages now. */
  Optional<Storm> storm() {
    return storm.filter(raging -> now() < raging.until());
  }

  /** The destination refuses the credentials until they are repaired, by operators or others. */
  void withdrawCredentials() {
    if (!choices.isCalm()) {
      note(Fault.CREDENTIALS_WITHDRAWN, () -> "");
      withdrawn = true;
      agenda.in(choices.anyUpTo(2 * 60 * 60_000), this::repairCredentials);
    }
  }

  void repairCredentials() {
    withdrawn = false;
  }

  boolean areCredentialsWithdrawn() {
    return withdrawn && !choices.isCalm();
  }

  /** A partition commits: what is seen meanwhile is its own. */
  void commits(int partition, Runnable appending) {
    gates.begins(partition);
    appending.run();
    gates.ends();
  }

  /** Judges what partitions send by what they have read. */
  GateWatch gates() {
    return gates;
  }

  World world() {
    return world;
  }

  Choices choices() {
    return choices;
  }

  Agenda agenda() {
    return agenda;
  }

  /** A worker lets the first byte of a write go. */
  void letsGo(String operationId) {
    order.letsGo(operationId, instant());
  }

  /** A write of an operation reaches the destination. */
  void carries(String operationId, byte[] body) {
    order.carries(operationId, body);
  }

  /** The destination shows what it holds of an operation. */
  void reads(String operationId) {
    order.reads(operationId, instant());
  }

  /** Judges what only a simulation can: it knows the order and the time of everything. */
  Judge exact() {
    return exact;
  }

  Judge judge() {
    return judge;
  }

  Census census() {
    return census;
  }

  Map<Fault, Integer> faults() {
    return faults;
  }

  /** True if the world has broken this for an operation. */
  boolean isBroken(String operationId, Assumption assumption) {
    return broken.getOrDefault(operationId, Set.of()).contains(assumption);
  }

  long now() {
    return agenda.now();
  }

  Instant instant() {
    return agenda.instant();
  }

  /** True in about so many of a thousand cases, and then counted and told. */
  boolean strikes(Fault fault, int perMille) {
    boolean favoured = favourites.contains(fault) || world.favours(fault);
    int share = favoured ? Math.max(perMille, Math.min(MOST_OFTEN, FAVOUR * perMille)) : perMille;
    if (!choices.perMille(share)) {
      return false;
    }
    note(fault, () -> "");
    return true;
  }

  void note(Fault fault, Supplier<String> more) {
    faults.merge(fault, 1, Integer::sum);
    story.tell(agenda.now(), () -> "  !! " + fault.words() + more.get());
  }

  void tell(Supplier<String> line) {
    story.tell(agenda.now(), line);
  }

  /** Everybody who watches sees this. */
  void see(Seen seen) {
    story.see(agenda.now(), seen);
    census.see(seen);
    judge.see(seen);
    exact.see(seen);
  }

  /** The world breaks what the promise rests on, for this operation. */
  void breaks(String operationId, Assumption assumption) {
    broken.computeIfAbsent(operationId, any -> EnumSet.noneOf(Assumption.class)).add(assumption);
    see(new Seen.Broken(instant(), operationId, assumption));
  }
}
