package io.onefold.proof.simulation;

import static io.onefold.proof.simulation.SignedTopics.CHECKPOINTS;
import static io.onefold.proof.simulation.SignedTopics.RECEIPTS;
import static io.onefold.proof.simulation.SignedTopics.SIGNED;
import static io.onefold.proof.simulation.SignedTopics.all;
import static io.onefold.proof.simulation.SignedTopics.audit;
import static io.onefold.proof.simulation.SignedTopics.changeReceipt;
import static io.onefold.proof.simulation.SignedTopics.rules;
import static io.onefold.proof.simulation.SignedTopics.signedForDays;
import static io.onefold.proof.simulation.SignedTopics.signedFrom;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.audit.AuditResult;
import io.onefold.audit.Rule;
import io.onefold.audit.TopicRecord;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What must be signed, and what need not be, follows from what is. */
class AuditLackingSignaturesTest {
  @Test
  void shouldAskForNoSignatureWhenTheLedgerHadNoKeyYet() {
    // given
    PlayedTopics later = signedFrom(9);

    // when
    try (AuditResult result = audit(later)) {

      // then
      assertEquals(Set.of(), rules(result), () -> result.findings().toString());
      assertEquals(9, result.signatures().receiptsValid());
    }
  }

  @Test
  void shouldAskForNoSignatureWhenNothingHasHappenedYet() {
    // given
    PlayedTopics young = SIGNED.copy();
    young.records.clear();

    // when
    try (AuditResult result = audit(young)) {

      // then
      assertEquals(Set.of(), rules(result), () -> result.findings().toString());
    }
  }

  @Test
  void shouldMissSignaturesOfAPartitionWhenOnlyOthersStillHaveThem() {
    // given
    PlayedTopics topics = signedForDays();
    strip(topics, 1);

    // when
    try (AuditResult result = audit(topics)) {

      // then
      assertEquals(Set.of(Rule.RECEIPT_UNSIGNED, Rule.CHECKPOINT_MISSING), rules(result));
      assertTrue(
          result.findings().stream().allMatch(f -> f.partition() == 1),
          () -> result.findings().toString());
    }
  }

  @Test
  void shouldFindThatNothingIsSignedWhenEverySignatureWasTakenAway() {
    // given
    PlayedTopics copy = SIGNED.copy();
    strip(copy, 0);
    strip(copy, 1);

    // when
    try (AuditResult result = audit(copy)) {

      // then
      assertEquals(Set.of(Rule.NOTHING_SIGNED), rules(result));
    }
  }

  @Test
  void shouldMissTheTopicWhenNothingIsSignedAndItIsGone() {
    // given
    PlayedTopics copy = SIGNED.copy();
    strip(copy, 0);
    strip(copy, 1);
    copy.partitions.remove(CHECKPOINTS);

    // when
    try (AuditResult result = audit(copy)) {

      // then
      assertEquals(Set.of(Rule.NOTHING_SIGNED, Rule.TOPIC_MISSING), rules(result));
    }
  }

  @Test
  void shouldMissCheckpointsWhenTheirEndWasTakenAwayForMoreThanADay() {
    // given
    PlayedTopics topics = signedForDays();
    topics.records.removeIf(r -> r.topic().equals(CHECKPOINTS) && r.offset() > 0);

    // when
    try (AuditResult result = audit(topics)) {

      // then
      assertEquals(Set.of(Rule.CHECKPOINT_MISSING), rules(result));
    }
  }

  /** All checkpoints and all signatures of receipts in a partition are taken away. */
  private static void strip(PlayedTopics topics, int partition) {
    topics.records.removeAll(all(topics, CHECKPOINTS, partition));
    for (TopicRecord old : all(topics, RECEIPTS, partition)) {
      changeReceipt(topics, old, receipt -> receipt.setSignature(null));
    }
  }
}
