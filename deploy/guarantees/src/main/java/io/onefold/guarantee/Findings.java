package io.onefold.guarantee;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Takes what the account of one operation finds. */
record Findings(
    String promise, String operationId, Consumer<Violation> violations, List<Excused> excused) {

  void add(String rule, String finding) {
    violations.accept(new Violation(promise, rule, operationId, finding));
  }

  /**
   * A violation, unless an assumption that it rests on was broken.
   *
   * @param grounds the assumptions on which it rests that this does not happen
   * @param broken the assumptions that were broken for this operation
   */
  void add(String rule, String finding, Set<Assumption> grounds, Set<Assumption> broken) {
    EnumSet<Assumption> excuses = EnumSet.noneOf(Assumption.class);
    excuses.addAll(grounds);
    excuses.retainAll(broken);
    if (excuses.isEmpty()) {
      add(rule, finding);
    } else {
      excused.add(new Excused(new Violation(promise, rule, operationId, finding), excuses));
    }
  }
}
