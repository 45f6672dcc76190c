package io.onefold.crash;

import io.onefold.connector.simulated.SeenWrite;
import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.connector.simulated.StoredItem;
import io.onefold.guarantee.Judge;
import io.onefold.guarantee.RunTopics;
import io.onefold.guarantee.Seen;
import io.onefold.guarantee.Violation;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Judges a finished campaign. */
final class Verdict {
  private final Installation<?> installation;
  private final Endings endings;
  private final Load load;

  Verdict(Installation<?> installation, Endings endings, Load load) {
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
      judge(operations.get(number), load.scenario(number), provider, problems);
    }
    Judge judge = Judge.ofThePromise();
    AtomicInteger records = new AtomicInteger();
    new RunTopics(
            Map.of("bootstrap.servers", installation.brokers().bootstrap()),
            Topics.standard(),
            SchemaIds.from(Map.of()))
        .readTo(
            seen -> {
              records.incrementAndGet();
              judge.see(seen);
            });
    showProvider(provider, judge);
    judge.conclude();
    judge.violations().stream().map(Verdict::words).forEach(problems::add);
    return new Judgement(problems, records.get());
  }

  /** Everything that the provider has read and holds. It stores what it was sent, unchanged. */
  private static void showProvider(SimulatedProvider provider, Judge judge) {
    for (SeenWrite write : provider.seenWrites()) {
      judge.see(new Seen.Written(write.at(), write.operation(), write.key()));
    }
    for (StoredItem item : provider.allEffects()) {
      judge.see(
          new Seen.Stored(
              item.committedAt(), item.operation(), item.id(), provider.accountOf(item), true));
    }
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
