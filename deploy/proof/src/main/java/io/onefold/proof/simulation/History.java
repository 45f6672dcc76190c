package io.onefold.proof.simulation;

import io.onefold.guarantee.Assumption;
import io.onefold.guarantee.Judge;
import io.onefold.guarantee.Seen;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** What all parts of one history share: time, choices, observers and the count of faults. */
final class History {
  static final Topics TOPICS = Topics.standard();
  static final SchemaIds IDS = BuiltInCatalogue.instance();

  private final World world;
  private final Choices choices;
  private final Agenda agenda = new Agenda();
  private final Judge judge;
  private final Story story;
  private final Census census = new Census();
  private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
  private final Set<Assumption> broken = EnumSet.noneOf(Assumption.class);

  History(World world, Choices choices, Judge judge, Story story) {
    this.world = world;
    this.choices = choices;
    this.judge = judge;
    this.story = story;
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

  Judge judge() {
    return judge;
  }

  Census census() {
    return census;
  }

  Map<Fault, Integer> faults() {
    return faults;
  }

  Set<Assumption> broken() {
    return broken;
  }

  long now() {
    return agenda.now();
  }

  Instant instant() {
    return agenda.instant();
  }

  /** True in so many of a thousand cases, and then counted and told. */
  boolean strikes(Fault fault, int perMille) {
    if (!choices.perMille(perMille)) {
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
  }

  /** The world breaks what the promise rests on, for this operation. */
  void breaks(String operationId, Assumption assumption) {
    broken.add(assumption);
    see(new Seen.Broken(instant(), operationId, assumption));
  }
}
