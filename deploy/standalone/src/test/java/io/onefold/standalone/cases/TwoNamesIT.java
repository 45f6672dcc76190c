package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.processor.rebuild.Progress;
import io.onefold.processor.rebuild.Rebuild;
import io.onefold.topology.StartRefusedException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two ledgers of different names are put before the same topics. */
@ExtendWith(CaseKafka.Shared.class)
@Tag("instances")
@Tag("campaign")
class TwoNamesIT {
  private final CaseKafka kafka;

  TwoNamesIT(CaseKafka kafka) {
    this.kafka = kafka;
  }

  @Test
  void shouldRefuseASecondNameWhenALedgerRuns() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "two-names", 1)) {
      onefold.ledger("one");

      // when
      String start =
          assertThrows(
                  StartRefusedException.class, () -> onefold.ledgerOf("two-names-other", "two"))
              .getMessage();
      String rebuild =
          assertThrows(
                  StartRefusedException.class,
                  () -> Rebuild.run(onefold.rebuild("two-names-other"), false, Progress.NONE))
              .getMessage();

      // then
      assertTrue(start.contains("application ID " + onefold.applicationId()), start);
      assertTrue(rebuild.contains("application ID " + onefold.applicationId()), rebuild);
    }
  }
}
