package io.onefold.proof.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.audit.TopicRecord;
import io.onefold.schema.Command;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ProviderEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Each field of each kind of record is changed, and the change is noticed. */
class AuditOfEveryFieldTest {
  /**
   * What stands for the record only: no other record holds it, and nothing follows from it. The
   * README of the audit names them.
   */
  private static final Set<String> FOR_THE_RECORD_ONLY =
      Set.of(
          "Command.Send contractHash",
          "Command.Grant contractHash",
          "Command.Readback contractHash",
          "ProviderEvent.ClaimRequested reportedAtMs",
          "ProviderEvent.SendReported reportedAtMs",
          "ProviderEvent.ReadbackReported reportedAtMs",
          "ProviderEvent.WorkerStarted reportedAtMs",
          "ProviderEvent.WorkerStarted incarnation",
          "ProviderEvent.WorkerStarted fact.fencedBecause");

  private static final int HISTORIES = Integer.getInteger("onefold.audit.fields", 25);
  private static final int EACH = 2;

  @Test
  void shouldNoticeWhenAnyFieldIsChanged() {
    Set<String> unnoticed = new TreeSet<>();
    Map<String, Integer> tried = new HashMap<>();
    for (long seed = 0; seed < HISTORIES; seed++) {
      // given
      PlayedTopics played = PlayedTopics.of(seed);
      for (TopicRecord record : java.util.List.copyOf(played.records)) {
        for (Tampering.Changed changed : Tampering.everyField(record)) {
          String field = kind(Tampering.read(record)) + " " + changed.field();
          if (tried.merge(field, 1, Integer::sum) <= EACH) {
            // when
            PlayedTopics copy = played.copy();
            copy.replace(record, changed.record());
            if (copy.isClean()) {
              unnoticed.add(field);
            }
          }
        }
      }
    }

    // then
    unnoticed.removeAll(FOR_THE_RECORD_ONLY);
    assertEquals(Set.of(), unnoticed);
  }

  /** What a record says, by name. */
  static String kind(SpecificRecord record) {
    String name = record.getClass().getSimpleName();
    return switch (record) {
      case ProviderEvent event -> name + "." + event.getFact().getClass().getSimpleName();
      case Command command -> name + "." + command.getOrder().getClass().getSimpleName();
      case DestinationRecord told -> name + "." + told.getFact().getClass().getSimpleName();
      case OperationEvent event -> name + "." + event.getInput().getClass().getSimpleName();
      default -> name;
    };
  }
}
