package io.onefold.crash;

import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.guarantee.Judge;
import io.onefold.guarantee.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Judges a finished campaign. */
final class Verdict {
  private final Installation installation;
  private final Endings endings;
  private final Load load;

  Verdict(Installation installation, Endings endings, Load load) {
    this.installation = installation;
    this.endings = endings;
    this.load = load;
  }

  /**
   * What was found.
   *
   * @param problems empty if the promise held
   * @param records how many records of all topics were looked at
   */
  record Judgement(List<String> problems, int records) {}

  /** Everything that must not be: duplicates, lost operations, broken sentences of the promise. */
  Judgement judge() {
    List<String> problems = new ArrayList<>();
    SimulatedProvider provider = installation.provider().provider();
    List<String> operations = load.operations();
    for (int number = 0; number < operations.size(); number++) {
      judge(operations.get(number), Scenario.of(number), provider, problems);
    }
    Judge judge = Judge.ofThePromise();
    Witness witness = new Witness(judge);
    witness.readTopics(installation.broker().bootstrap());
    witness.readProvider(provider, operations);
    judge.conclude();
    judge.violations().stream().map(Verdict::words).forEach(problems::add);
    return new Judgement(problems, witness.records());
  }

  private static String words(Violation violation) {
    return "\"%s\" (%s): %s %s"
        .formatted(
            violation.promise(), violation.rule(), violation.operationId(), violation.finding());
  }

  private void judge(
      String operation, Scenario scenario, SimulatedProvider provider, List<String> problems) {
    int effects = provider.effects(operation).size();
    int receipts = endings.receipts(operation);
    Optional<String> ending = endings.ending(operation);
    if (effects > 1) {
      problems.add(operation + " (" + scenario + ") has " + effects + " effects: a duplicate");
    }
    if (ending.isEmpty()) {
      problems.add(operation + " (" + scenario + ") has not ended: lost");
      return;
    }
    if (receipts > 1) {
      problems.add(operation + " (" + scenario + ") has " + receipts + " receipts");
    }
    if (ending.get().equals("VERIFIED") && effects != 1) {
      problems.add(operation + " (" + scenario + ") is VERIFIED with " + effects + " effects");
    }
    if (effects > scenario.effects()) {
      problems.add(
          operation + " (" + scenario + ") has " + effects + " effects, but may have none");
    }
  }
}
