package io.onefold.proof.simulation;

import static io.onefold.proof.simulation.SignedTopics.CHECKPOINTS;
import static io.onefold.proof.simulation.SignedTopics.JOURNAL;
import static io.onefold.proof.simulation.SignedTopics.KEYS;
import static io.onefold.proof.simulation.SignedTopics.SIGNED;
import static io.onefold.proof.simulation.SignedTopics.all;
import static io.onefold.proof.simulation.SignedTopics.audit;
import static io.onefold.proof.simulation.SignedTopics.forget;
import static io.onefold.proof.simulation.SignedTopics.newest;
import static io.onefold.proof.simulation.SignedTopics.rules;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.audit.AuditResult;
import io.onefold.audit.CheckpointCopies;
import io.onefold.audit.Finding;
import io.onefold.audit.InvalidCopyException;
import io.onefold.audit.Rule;
import io.onefold.schema.Checkpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of checkpoints show what was cut off from all topics alike. */
class AuditCheckpointCopiesTest {
  @TempDir Path folder;

  /** The newest checkpoints of topics that are in order, through a file. */
  private List<Checkpoint> copies() throws IOException {
    try (AuditResult result = audit(SIGNED)) {
      CheckpointCopies.write(result.checkpoints(), folder.resolve("copies.ndjson"));
    }
    return CheckpointCopies.read(folder.resolve("copies.ndjson"), KEYS);
  }

  @Test
  void shouldFindNothingWhenTheCopiesAreThoseOfTheTopics() throws Exception {
    // given
    List<Checkpoint> copies = copies();

    // when
    try (AuditResult result = audit(SIGNED, copies)) {

      // then
      assertEquals(2, copies.size());
      assertEquals(Set.of(), rules(result), () -> result.findings().toString());
    }
  }

  @Test
  void shouldFindThatBothEndsWereCutOffWhenThereIsACopy() throws Exception {
    // given
    PlayedTopics cut = SIGNED.copy();
    forget(cut, newest(cut, JOURNAL));
    cut.records.remove(newest(cut, CHECKPOINTS));

    // when
    try (AuditResult blind = audit(cut);
        AuditResult result = audit(cut, copies())) {

      // then
      assertEquals(Set.of(), rules(blind), () -> blind.findings().toString());
      assertEquals(Set.of(Rule.CHECKPOINT_COPY_DIFFERS), rules(result));
      assertEquals(
          Set.of(JOURNAL, CHECKPOINTS),
          result.findings().stream().map(Finding::topic).collect(Collectors.toSet()));
    }
  }

  @Test
  void shouldFindThatTheJournalDiffersWhenItAgreesOnlyWithOtherCheckpoints() throws Exception {
    // given
    PlayedTopics changed = SIGNED.copy();
    changed.records.remove(all(changed, JOURNAL, 0).get(4));
    changed.records.removeIf(r -> r.topic().equals(CHECKPOINTS));

    // when
    try (AuditResult result = audit(changed, copies())) {

      // then
      assertTrue(
          result.findings().stream()
              .anyMatch(
                  f ->
                      f.rule() == Rule.CHECKPOINT_COPY_DIFFERS
                          && f.topic().equals(JOURNAL)
                          && f.partition() == 0),
          () -> result.findings().toString());
    }
  }

  @Test
  void shouldRefuseACopyWhenNoKeyHasSignedIt() throws Exception {
    // given
    copies();
    Path forged = folder.resolve("forged.ndjson");
    String line = Files.readAllLines(folder.resolve("copies.ndjson")).get(0);
    Files.writeString(forged, "\n" + line.replaceFirst("\"events\":", "\"events\":9"));

    // when
    InvalidCopyException refused =
        assertThrows(InvalidCopyException.class, () -> CheckpointCopies.read(forged, KEYS));

    // then
    assertTrue(
        refused.getMessage().startsWith(forged + ", line 2: checkpoint "), refused::getMessage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "no JSON", "{\"partition\":0}", "\"text\"", ""})
  void shouldRefuseAFileWhenItHoldsNoCheckpoint(String text) throws Exception {
    // given
    Path file = Files.writeString(folder.resolve("none.ndjson"), text);

    // when
    InvalidCopyException refused =
        assertThrows(InvalidCopyException.class, () -> CheckpointCopies.read(file, KEYS));

    // then
    assertTrue(refused.getMessage().contains("no checkpoint"), refused::getMessage);
  }
}
