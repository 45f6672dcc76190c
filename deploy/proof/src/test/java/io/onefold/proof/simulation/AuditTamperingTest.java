package io.onefold.proof.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.onefold.audit.Audit;
import io.onefold.audit.AuditResult;
import io.onefold.audit.Finding;
import io.onefold.audit.Progress;
import io.onefold.audit.Scope;
import io.onefold.schema.BuiltInCatalogue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is done to copies of the topics is found, by name, where it was done. */
class AuditTamperingTest {
  private static final long MOST_SEEDS = 200;
  private static final Map<Long, PlayedTopics> PLAYED = new HashMap<>();

  @ParameterizedTest
  @MethodSource("io.onefold.proof.simulation.Tamper#all")
  void shouldFindItWhenTopicsWereTamperedWith(Tamper tamper) {
    for (long seed = 0; seed < MOST_SEEDS; seed++) {
      // given
      PlayedTopics copy = played(seed).copy();
      Optional<Tamper.Trace> trace = tamper.with(copy);
      if (trace.isEmpty()) {
        continue; // Nothing of that kind happened in this history.
      }

      // when
      try (AuditResult result =
          new Audit(copy, PlayedTopics.NAMES, BuiltInCatalogue.instance())
              .run(Scope.everything(), Progress.silent())) {

        // then
        List<Finding> found = result.findings();
        assertTrue(
            trace.get().rule().isNote() || !result.isClean(),
            tamper + " of seed " + seed + " goes unnoticed");
        assertTrue(
            found.stream().anyMatch(trace.get()::isTold),
            "%s of seed %d: expected %s, found %s"
                .formatted(tamper, seed, trace.get(), found.stream().map(this::brief).toList()));
      }
      return;
    }
    fail(tamper + " could be done in none of " + MOST_SEEDS + " histories");
  }

  private String brief(Finding finding) {
    return "%s %s-%d@%d"
        .formatted(finding.rule(), finding.topic(), finding.partition(), finding.offset());
  }

  private static synchronized PlayedTopics played(long seed) {
    return PLAYED.computeIfAbsent(seed, PlayedTopics::of);
  }
}
