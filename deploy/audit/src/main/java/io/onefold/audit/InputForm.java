package io.onefold.audit;

import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentRules;
import io.onefold.schema.InvalidIntentException;
import io.onefold.schema.OperationId;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.Review;
import io.onefold.schema.SendReported;
import io.onefold.schema.Topics;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** What an input must be like to mean something; everything else is a dead letter. Thread-safe. */
final class InputForm {
  private static final Set<String> RESULTS =
      Set.of("ACCEPTED", "ACCEPTED_LATER", "REFUSED", "DEFERRED", "NOT_SENT", "UNKNOWN");
  private static final Set<String> ACTIONS =
      Set.of(
          "CONFIRM_DONE",
          "CONFIRM_NOT_DONE",
          "AUTHORISE_RETRY",
          "RECHECK",
          "APPROVE",
          "CANCEL",
          "ACKNOWLEDGE");
  private static final Map<String, Set<String>> DETAILS =
      Map.of(
          "FOUND",
          Set.of("MATCH", "NORMALISED", "MANY", "MISMATCH", "WRONG_ACCOUNT", "REMOVED", "PARTIAL"),
          "NOT_FOUND",
          Set.of("ABSENT", "JOB_FAILED"),
          "INCONCLUSIVE",
          Set.of(
              "UNAVAILABLE",
              "INCOMPLETE",
              "CACHED",
              "JOB_PENDING",
              "UNREADABLE",
              "NOTHING_TO_ASK"));

  private final Map<String, Integer> partitions;
  private final int first;

  /**
   * For an installation.
   *
   * @param partitions of each topic
   * @param journal the topic whose number of partitions never changes
   */
  InputForm(Map<String, Integer> partitions, String journal) {
    this.partitions = Map.copyOf(partitions);
    this.first = Math.max(1, partitions.getOrDefault(journal, 1));
  }

  /** An input that means nothing. */
  static final class UnfitException extends Exception {
    private static final long serialVersionUID = 1L;

    UnfitException(String message) {
      super(message);
    }
  }

  /** The partition that a key belongs to. */
  int homeOf(TopicRecord at, byte[] key) {
    return Topics.partitionOf(key, Math.max(1, partitions.getOrDefault(at.topic(), 1)));
  }

  /**
   * A record that the ledger wrote must lie where Kafka's default partitioner puts its key, if it
   * has one. Topics that the ledger only writes to may be given more partitions than they were made
   * with: what is older stays where it belonged by the journal's number, with which they are made.
   */
  void checkHome(TopicRecord at, OperationFindings findings) {
    byte[] key = at.key();
    if (key != null
        && at.partition() != homeOf(at, key)
        && at.partition() != Topics.partitionOf(key, first)) {
      findings.misplaced(at, homeOf(at, key));
    }
  }

  /** Checks what was read; of an intent that was too large to be kept its content was, before. */
  void check(Laid laid, SpecificRecord record) throws UnfitException {
    TopicRecord at = laid.record();
    byte[] key = at.key();
    if (key == null) {
      throw new UnfitException("the record has no key");
    }
    String id = at.keyText();
    try {
      OperationId.parse(id);
    } catch (IllegalArgumentException e) {
      throw new UnfitException(String.valueOf(e.getMessage()));
    }
    if (!id.equals(String.valueOf(record.get(0)))) {
      throw new UnfitException(OperationFindings.otherKey(at, "'" + record.get(0) + "'"));
    }
    if (homeOf(at, key) != at.partition()) {
      throw new UnfitException(OperationFindings.otherPartition(at, homeOf(at, key)));
    }
    switch (laid.kind()) {
      case INTENT -> {
        if (laid.hash().isEmpty()) {
          checkContent((Intent) record);
        }
      }
      case REVIEW -> review((Review) record);
      default -> event((ProviderEvent) record);
    }
  }

  /** The rules for an intent by itself, which hold for the whole of it only. */
  static void checkContent(Intent intent) throws UnfitException {
    try {
      IntentRules.check(intent, IntentRules.DEFAULT_MAX_PAYLOAD_BYTES);
    } catch (InvalidIntentException e) {
      throw new UnfitException(String.valueOf(e.getMessage()));
    }
  }

  private static void review(Review review) throws UnfitException {
    if (!ACTIONS.contains(review.getAction())) {
      throw new UnfitException("the action is '%s'".formatted(review.getAction()));
    }
    if (review.getReason().isBlank() || review.getReviewer().isBlank()) {
      throw new UnfitException("reason or reviewer is blank");
    }
  }

  private static void event(ProviderEvent event) throws UnfitException {
    switch (event.getFact()) {
      case SendReported report -> {
        if (report.getToken() < 1 || !RESULTS.contains(report.getResult())) {
          throw new UnfitException(
              "token %d, result '%s'".formatted(report.getToken(), report.getResult()));
        }
        observation(report.getReadback());
      }
      case ReadbackReported answer -> observation(answer.getObservation());
      case ClaimRequested claim -> {
        // Any claim can be read; which one is granted is decided later.
      }
      default -> throw new UnfitException("a " + event.getFact().getClass().getSimpleName());
    }
  }

  private static void observation(@Nullable ReadbackObservation seen) throws UnfitException {
    if (seen != null
        && !DETAILS.getOrDefault(seen.getResult(), Set.of()).contains(seen.getDetail())) {
      throw new UnfitException(
          "result '%s' with detail '%s'".formatted(seen.getResult(), seen.getDetail()));
    }
  }
}
