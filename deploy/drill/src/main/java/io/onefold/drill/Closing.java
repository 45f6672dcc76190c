package io.onefold.drill;

import io.onefold.faults.Exchange;
import io.onefold.guarantee.Judge;
import io.onefold.guarantee.RunTopics;
import io.onefold.guarantee.Seen;
import io.onefold.guarantee.Violation;
import io.onefold.schema.SchemaIds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What can only be said when all is over: that nothing came later, and that the ledgers' own
 * records keep the whole promise.
 */
final class Closing {
  /** Rules that an operation which is left open seems to break. */
  private static final Set<String> OF_THE_MOMENT =
      Set.of(
          "open-without-escalation",
          "evidence-without-record",
          "grant-without-claim",
          "offer-not-in-journal",
          "readback-not-in-journal");

  private static final String WRITE = "write ";

  private final Stage stage;

  private Closing(Stage stage) {
    this.stage = stage;
  }

  static Closing of(Stage stage) {
    return new Closing(stage);
  }

  /**
   * Adds to the results what is found now.
   *
   * @return what belongs to none of them
   */
  List<String> judge(Map<Scenario, Result> results) {
    List<Violation> violations = violations();
    List<String> common = new ArrayList<>();
    results.replaceAll((scenario, result) -> again(result, violations));
    Set<String> known =
        results.values().stream()
            .flatMap(result -> result.operations().stream())
            .map(outcome -> outcome.operation().id())
            .collect(Collectors.toSet());
    violations.stream()
        .filter(violation -> !known.contains(violation.operationId()))
        .forEach(violation -> common.add(sentence(violation)));
    return common;
  }

  private Result again(Result result, List<Violation> violations) {
    List<String> findings = new ArrayList<>();
    List<Outcome> newer = new ArrayList<>();
    for (Outcome before : result.operations()) {
      String id = before.operation().id();
      Count now = stage.count(before.operation());
      List<Exchange> writes = stage.proxies().tagged("write " + id);
      newer.add(
          new Outcome(
              before.operation(), before.view(), now, writes, before.endedAt(), before.open()));
      if (now.items() > before.count().items()) {
        findings.add(
            "after the end of %s more was stored: %s, before it was %s"
                .formatted(id, now.words(), before.count().words()));
      }
      long later = writes.stream().filter(write -> write.at().isAfter(before.endedAt())).count();
      if (later > 0 && !before.open()) {
        findings.add("%d more writes of %s were sent after its end".formatted(later, id));
      }
      violations.stream()
          .filter(violation -> violation.operationId().equals(id))
          .filter(violation -> !(before.open() && OF_THE_MOMENT.contains(violation.rule())))
          .forEach(violation -> findings.add(sentence(violation)));
    }
    return result.with(findings, newer);
  }

  private static String sentence(Violation violation) {
    return "the ledger's records of %s break a rule of the promise, %s: %s"
        .formatted(violation.operationId(), violation.rule(), violation.finding());
  }

  private List<Violation> violations() {
    List<Violation> violations = new ArrayList<>();
    for (Lane lane : stage.lanes().values()) {
      // What a destination stores beside its answers cannot be known here, so it is not judged.
      Judge judge = Judge.ofThePromise(destination -> false);
      Set<String> own = new HashSet<>();
      new RunTopics(
              Map.of("bootstrap.servers", lane.bootstrapServers()),
              lane.topics(),
              SchemaIds.from(Map.of()))
          .readTo(
              seen -> {
                own.add(seen.operationId());
                judge.see(seen);
              },
              record -> record.headers().lastHeader(CommandRace.COPY) == null);
      stage.proxies().exchanges().stream()
          .flatMap(exchange -> written(exchange).stream())
          .filter(write -> own.contains(write.operationId()))
          .forEach(judge::see);
      judge.conclude();
      violations.addAll(judge.violations());
    }
    return violations.stream().distinct().toList();
  }

  /** A write that a worker sent and that reached the destination; what a proxy adds is its own. */
  private static Optional<Seen> written(Exchange exchange) {
    return exchange.tag().startsWith(WRITE)
            && !exchange.tag().endsWith(Stage.PROBE)
            && !exchange.deliveries().isEmpty()
        ? Optional.of(
            new Seen.Written(
                exchange.deliveries().getFirst().at(),
                exchange.tag().substring(WRITE.length()),
                Optional.empty()))
        : Optional.empty();
  }
}
