package io.onefold.drill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final Duration LONG = Duration.ofMinutes(8);

  private final String yaml = Contracts.right("https://api.example:8443/v1");

  private static Map<String, String> skipped(Plan plan) {
    return plan.skipped().entrySet().stream()
        .collect(Collectors.toMap(entry -> entry.getKey().name(), Map.Entry::getValue));
  }

  private static List<String> names(Plan plan) {
    return plan.toDo().stream().map(Scenario::name).toList();
  }

  @Test
  void shouldSayWhyWhenAScenarioCannotBeDone() {
    // when
    Plan plan = Plan.of(Contracts.subject(yaml), List.of(), LONG);

    // then
    assertEquals(Set.of("settle", "key", "rejected", "credentials"), skipped(plan).keySet());
    assertEquals(Scenarios.all().size() - 4, plan.toDo().size());
    assertTrue(skipped(plan).get("key").contains("no idempotency key"), plan.toString());
  }

  @Test
  void shouldDoWhatTheContractAllows() {
    // given
    String more =
        yaml.replace("    send:", Contracts.KEY)
            .replace("settle: 9s", "settle: 60s")
            .replace("headers: {X-Op", "headers: {Authorization: \"Bearer ${env:T}\", X-Op");

    // then
    assertEquals(
        Set.of("rejected"), skipped(Plan.of(Contracts.subject(more), List.of(), LONG)).keySet());
  }

  @Test
  void shouldSkipWhatTakesTooLong() {
    // given
    Subject patient = Contracts.subject(yaml.replace("settle: 9s", "settle: 30m"));

    // when
    Map<String, String> skipped = skipped(Plan.of(patient, List.of(), LONG));

    // then
    assertTrue(skipped.get("cut-before").contains("30 min"), skipped.toString());
    assertTrue(skipped.containsKey("late-write"), skipped.toString());
  }

  @Test
  void shouldBeginWithThePlainOneWhenOthersAreChosen() {
    Plan plan = Plan.of(Contracts.subject(yaml), List.of("phantom"), LONG);
    assertEquals(List.of("plain", "phantom"), names(plan));
    assertEquals(2, plan.operations());
  }

  @Test
  void shouldHaveEachNameOnce() {
    List<String> names = Scenarios.all().stream().map(Scenario::name).toList();
    assertEquals(names.stream().distinct().toList(), names);
  }

  @Test
  void shouldKnowWhereCallsGo() {
    assertEquals(
        Set.of(URI.create("https://api.example:8443")), Origins.of(Contracts.subject(yaml).http()));
  }
}
