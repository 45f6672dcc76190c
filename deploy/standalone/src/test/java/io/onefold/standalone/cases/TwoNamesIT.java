package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.topology.StartRefusedException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two ledgers of different names are put before the same topics. */
@ExtendWith(CaseKafka.Shared.class)
@Tag("instances")
@Tag("campaign")
class TwoNamesIT {
  @Test
  void shouldRefuseASecondNameWhenALedgerRuns(CaseKafka kafka) throws Exception {
    // given
    try (Recovery recovery = new Recovery(kafka, "two-names", 0)) {
      Installation onefold = recovery.onefold();
      onefold.ledger("one");

      // when
      String start =
          assertThrows(
                  StartRefusedException.class, () -> onefold.ledgerOf("two-names-other", "two"))
              .getMessage();
      String rebuild = recovery.refusesToRebuild("two-names-other");

      // then
      assertTrue(start.contains("application ID " + onefold.applicationId()), start);
      assertTrue(rebuild.contains("application ID " + onefold.applicationId()), rebuild);
    }
  }
}
