package io.onefold.standalone.cases;

import io.onefold.standalone.cases.Installation.RunningInstance;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The machine that ran the very first ledger comes back long after the state was lost and built.
 */
@ExtendWith(CaseKafka.Shared.class)
@Tag("instances")
@Tag("campaign")
class StaleFolderIT {
  /** More than enough for the new topics to be longer than the lost ones were. */
  private static final int SINCE = 40;

  @Test
  void shouldSendNothingAgainWhenTheFirstLedgersFolderIsOfTopicsThatWereLost(CaseKafka kafka)
      throws Exception {
    // given
    try (Recovery recovery = new Recovery(kafka, "stale-folder", 4)) {
      recovery.loseState();
      recovery.rebuild();
      RunningInstance elsewhere = recovery.onefold().ledger("two");
      recovery.endsWhatWaited(elsewhere);
      recovery.doesMore(elsewhere, "since", SINCE);

      // when
      recovery.stop();

      // then
      recovery.continues();
    }
  }
}
