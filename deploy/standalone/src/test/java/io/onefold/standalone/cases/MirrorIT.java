package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.TopicSpec;
import io.onefold.topology.Stores;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One cluster is lost, and the ledger goes on in another one to which its topics were mirrored. */
@ExtendWith(CaseKafka.Shared.class)
@Tag("instances")
@Tag("campaign")
class MirrorIT {
  private static final int PARTITIONS = 2;
  private static final int OPERATIONS = 20;

  private final CaseKafka kafka;

  MirrorIT(CaseKafka kafka) {
    this.kafka = kafka;
  }

  @Test
  void shouldSendNothingAgainWhenAllIsMirroredAndPositionsAreOld() throws Exception {
    try (CaseKafka other = CaseKafka.embedded(Map.of());
        Installation source = new Installation(kafka, "mirror-whole", PARTITIONS);
        Installation target = source.movedTo(other)) {
      // given
      StateLoss loss = new StateLoss(source, OPERATIONS);
      Mirror mirror = mirrored(source, target);
      for (String state : source.stateTopics()) {
        mirror.copy(state);
      }
      mirror.copyPositions(offset -> offset / 3);

      // then
      loss.continues(target, target.applicationId());
    }
  }

  @Test
  void shouldRefuseAndGoOnAfterARebuildWhenTheStateLagsBehind() throws Exception {
    try (CaseKafka other = CaseKafka.embedded(Map.of());
        Installation source = new Installation(kafka, "mirror-lags", PARTITIONS);
        Installation target = source.movedTo(other)) {
      // given
      StateLoss loss = new StateLoss(source, OPERATIONS);
      Mirror mirror = mirrored(source, target);
      for (String state : source.stateTopics()) {
        mirror.copy(state, count -> count - count / 4);
      }
      mirror.copyPositions(offset -> offset / 3);

      // when
      String message = loss.refuses(target);
      loss.rebuild(target, target.applicationId());
      StateLoss.delete(target.stateOf("one"));

      // then
      assertTrue(message.contains("journal"), message);
      loss.continues(target, target.applicationId());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {Stores.TIMERS, Stores.HEADS})
  void shouldRefuseWhenOneStoreAloneLagsBehind(String store) throws Exception {
    try (CaseKafka other = CaseKafka.embedded(Map.of());
        Installation source = new Installation(kafka, "mirror-" + store, PARTITIONS);
        Installation target = source.movedTo(other)) {
      // given
      StateLoss loss = new StateLoss(source, OPERATIONS);
      Mirror mirror = mirrored(source, target);
      String lagging = Stores.changelog(source.applicationId(), store);
      for (String state : source.stateTopics()) {
        mirror.copy(state, count -> state.equals(lagging) ? count / 2 : count);
      }
      mirror.copyPositions(offset -> offset / 3);

      // when
      String message = loss.refuses(target);
      loss.rebuild(target, target.applicationId());
      StateLoss.delete(target.stateOf("one"));

      // then
      assertTrue(message.contains(lagging), message);
      loss.continues(target, target.applicationId());
    }
  }

  @Test
  void shouldRefuseAndGoOnAfterARebuildWhenNoStateWasMirrored() throws Exception {
    try (CaseKafka other = CaseKafka.embedded(Map.of());
        Installation source = new Installation(kafka, "mirror-none", PARTITIONS);
        Installation target = source.movedTo(other)) {
      // given
      StateLoss loss = new StateLoss(source, OPERATIONS);
      mirrored(source, target);

      // when
      loss.refuses(target);
      loss.rebuild(target, target.applicationId());

      // then
      loss.continues(target, target.applicationId());
    }
  }

  @Test
  void shouldRefuseEvenToRebuildWhenTheJournalLagsBehindTheState() throws Exception {
    try (CaseKafka other = CaseKafka.embedded(Map.of());
        Installation source = new Installation(kafka, "mirror-journal", PARTITIONS);
        Installation target = source.movedTo(other)) {
      // given
      StateLoss loss = new StateLoss(source, OPERATIONS);
      Mirror mirror = new Mirror(source, target);
      String journal = source.topics().journal();
      String checkpoints = source.topics().checkpoints();
      for (TopicSpec topic : source.topics().specs(List.of("slow", "frozen"))) {
        String name = topic.name();
        mirror.copy(
            name, count -> name.equals(journal) ? count - 3 : name.equals(checkpoints) ? 0 : count);
      }
      for (String state : source.stateTopics()) {
        mirror.copy(state);
      }
      mirror.copyPositions(offset -> offset);

      // when
      String message = loss.refuses(target);
      StateLoss.awaitNoMembers(target, target.applicationId());
      String rebuild = StateLoss.refusesToRebuild(target, target.applicationId());

      // then
      assertTrue(message.contains("older than"), message);
      assertTrue(rebuild.contains("the state knows more than the journal"), rebuild);
    }
  }

  /** With all topics of the log, but none of the state. */
  private static Mirror mirrored(Installation source, Installation target) throws Exception {
    Mirror mirror = new Mirror(source, target);
    for (TopicSpec topic : source.topics().specs(List.of("slow", "frozen"))) {
      mirror.copy(topic.name());
    }
    return mirror;
  }
}
