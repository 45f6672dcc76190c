package io.onefold.drill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.simulated.SimulatedProviderServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole drill against a provider of ours: a right contract passes, wrong ones do not. */
@Tag("campaign")
class DrillIT {
  private static final Duration LONGEST = Duration.ofMinutes(8);

  private final SimulatedProviderServer provider = SimulatedProviderServer.start();
  @TempDir private Path folder;

  @AfterEach
  void stop() {
    provider.close();
  }

  private String right() {
    return Contracts.right(provider.baseUrl());
  }

  private Verdicts drill(String yaml, String... only) throws Exception {
    Path file = Files.writeString(folder.resolve("destinations.yaml"), yaml);
    return Drill.run(
        Plan.of(Contracts.subject(file, yaml), List.of(only), LONGEST), Progress.silent());
  }

  private static void fails(Verdicts verdicts, String scenario, String... sentences) {
    Result result =
        verdicts.results().stream()
            .filter(one -> one.scenario().name().equals(scenario))
            .findFirst()
            .orElseThrow();
    assertFalse(verdicts.passed());
    assertEquals(Result.Status.FAILED, result.status(), result.toString());
    for (String sentence : sentences) {
      assertTrue(
          result.findings().stream().anyMatch(finding -> finding.contains(sentence)),
          result.findings().toString());
    }
  }

  @Test
  void shouldPassWhenTheContractIsRight() throws Exception {
    // when
    Verdicts verdicts = drill(right());

    // then
    assertTrue(verdicts.passed(), MarkdownReport.of(verdicts));
    assertEquals(4, verdicts.count(Result.Status.SKIPPED), MarkdownReport.of(verdicts));
    assertEquals(
        provider.provider().allEffects().size(),
        verdicts.results().stream()
            .flatMap(result -> result.operations().stream())
            .mapToInt(outcome -> outcome.count().items())
            .sum());
  }

  @Test
  void shouldFindAReadbackThatShowsOthers() throws Exception {
    // when
    Verdicts verdicts = drill(right().replace("items?ref=", "items?similar-to="), "phantom");

    // then
    fails(verdicts, "phantom", "which was never sent, the destination shows");
  }

  @Test
  void shouldFindAbsenceWithoutSettle() throws Exception {
    // when
    Verdicts verdicts = drill(right().replace("settle: 9s", "settle: 0s"), "late-write");

    // then
    fails(
        verdicts,
        "late-write",
        "2 items are stored",
        "s after the call was given up, and `settle` is 0 s");
  }

  @Test
  void shouldFindAKeyThatIsIgnored() throws Exception {
    // when
    Verdicts verdicts = drill(right().replace("    send:", Contracts.KEY), "key");

    // then
    fails(verdicts, "key", "the destination ignores that key");
  }
}
