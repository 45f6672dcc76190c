package io.onefold.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** The rules in force, in their order. Thread-safe; the same seed draws the same. */
final class RuleBook {
  private final Random random;
  private final List<InForce> rules = new ArrayList<>();

  RuleBook(long seed) {
    random = new Random(seed);
  }

  private static final class InForce {
    private final Rule rule;
    private int hits;

    private InForce(Rule rule) {
      this.rule = rule;
    }

    private boolean isSpent() {
      return rule.times() > 0 && hits >= rule.times();
    }
  }

  synchronized void add(Rule rule) {
    rules.add(new InForce(rule));
  }

  synchronized void remove(String name) {
    rules.removeIf(each -> each.rule.name().equals(name));
  }

  synchronized void clear() {
    rules.clear();
  }

  /** The first rule that hits this request. */
  synchronized Optional<Rule> hit(String method, String target, String tag) {
    for (InForce each : rules) {
      if (!each.isSpent()
          && each.rule.isFor(method, target, tag)
          && random.nextDouble() < each.rule.probability()) {
        each.hits++;
        return Optional.of(each.rule);
      }
    }
    return Optional.empty();
  }
}
