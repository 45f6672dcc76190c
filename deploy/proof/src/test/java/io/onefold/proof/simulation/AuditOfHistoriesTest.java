package io.onefold.proof.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.audit.Audit;
import io.onefold.audit.AuditResult;
import io.onefold.audit.Finding;
import io.onefold.audit.Progress;
import io.onefold.audit.Scope;
import io.onefold.schema.BuiltInCatalogue;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the real ledger and workers have written, through every fault, is found to be in order. */
class AuditOfHistoriesTest {
  private static final int HISTORIES = Integer.getInteger("onefold.audit.histories", 150);

  @Test
  void shouldFindNothingWhenNobodyHasTampered() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      // given
      PlayedTopics played = PlayedTopics.of(seed);

      // when
      try (AuditResult result =
          new Audit(played, PlayedTopics.NAMES, BuiltInCatalogue.instance())
              .run(Scope.everything(), Progress.silent())) {

        // then
        List<Finding> broken =
            result.findings().stream().filter(finding -> !finding.rule().isNote()).toList();
        assertEquals(List.of(), broken, "seed " + seed);
      }
    }
  }
}
