package io.onefold.proof.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.audit.Rule;
import io.onefold.audit.TopicRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Records of each kind are taken out, written twice, moved to another partition and given another
 * key, and that is noticed.
 */
class AuditOfEveryRecordTest {
  /** What leaves nothing that contradicts. The README of the audit says so of each. */
  private static final Set<String> CANNOT_BE_NOTICED =
      Set.of(
          // Commands go after days, and older escalations are compacted away.
          "REMOVED Command.Send",
          "REMOVED Command.Grant",
          "REMOVED Command.Readback",
          "REMOVED Escalation",
          // The end of a journal, where no receipt speaks of it.
          "REMOVED OperationEvent.TimerFired",
          // The start of a worker that did nothing in the partition; one more of the same start.
          "REMOVED ProviderEvent.WorkerStarted",
          "MOVED ProviderEvent.WorkerStarted",
          "REPEATED ProviderEvent.WorkerStarted",
          // A ledger that was set back in a topic sets the same record aside once more.
          "REPEATED DeadLetter");

  private static final int HISTORIES = Integer.getInteger("onefold.audit.records", 12);
  private static final int EACH = 2;

  /** What is done to a record. */
  private enum Deed {
    REMOVED,
    REPEATED,
    MOVED,
    REKEYED;

    /** Does it to a copy; false if there is nowhere to move the record to. */
    boolean isDone(PlayedTopics copy, TopicRecord record) {
      switch (this) {
        case REMOVED -> copy.records.remove(record);
        case REPEATED -> copy.repeat(record);
        case MOVED -> {
          return copy.move(record).isPresent();
        }
        case REKEYED -> copy.replace(record, Attacks.keyed(record, "op-other"));
      }
      return true;
    }
  }

  @Test
  void shouldNoticeWhenAnyRecordIsRemovedRepeatedMovedOrRekeyed() {
    Set<String> unnoticed = new TreeSet<>();
    Map<String, Integer> tried = new HashMap<>();
    for (long seed = 0; seed < HISTORIES; seed++) {
      // given
      PlayedTopics played = PlayedTopics.of(seed);
      TopicRecord unreadable = played.addUnreadableIntent();
      if (played.told().contains(Rule.WRITTEN_AGAIN)) {
        continue; // Somebody has written a topic anew in this history.
      }
      assertTrue(played.isClean(), "seed " + seed);
      for (TopicRecord record : List.copyOf(played.records)) {
        for (Deed deed : Deed.values()) {
          String what = deed + " " + (record.equals(unreadable) ? "Unreadable" : kind(record));
          PlayedTopics copy = played.copy();
          // when
          if (tried.getOrDefault(what, 0) < EACH && deed.isDone(copy, record)) {
            tried.merge(what, 1, Integer::sum);
            if (copy.told().stream().noneMatch(AuditOfEveryRecordTest::isAlarm)) {
              unnoticed.add(what);
            }
          }
        }
      }
    }

    // then
    assertTrue(tried.keySet().containsAll(CANNOT_BE_NOTICED), "tried was " + tried.keySet());
    unnoticed.removeAll(CANNOT_BE_NOTICED);
    assertEquals(Set.of(), unnoticed);
  }

  /** What is written again is only told. */
  private static boolean isAlarm(Rule rule) {
    return !rule.isNote() || rule == Rule.WRITTEN_AGAIN;
  }

  private static String kind(TopicRecord record) {
    return record.topic().equals(PlayedTopics.NAMES.deadLetters())
        ? "DeadLetter"
        : AuditOfEveryFieldTest.kind(Tampering.read(record));
  }
}
