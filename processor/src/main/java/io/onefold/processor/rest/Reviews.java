package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.Origin;
import io.onefold.operation.Step.Remark;
import io.onefold.processor.log.InputLog;
import io.onefold.processor.log.Journal;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Review;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Takes the decisions of authorised people and tells what the ledger made of them. Thread-safe. */
@Singleton
final class Reviews {
  /** How long the ledger may take before the answer is given without its decision. */
  static final Duration DECISION_WAIT = Duration.ofSeconds(5);

  private final OperationAnswers operations;
  private final Intake intake;
  private final Reviewer reviewer;
  private final InputLog log;
  private final Journal journal;
  private final Clock clock;

  Reviews(
      OperationAnswers operations,
      Intake intake,
      Reviewer reviewer,
      InputLog log,
      Journal journal,
      Clock clock) {
    this.operations = operations;
    this.intake = intake;
    this.reviewer = reviewer;
    this.log = log;
    this.journal = journal;
    this.clock = clock;
  }

  /**
   * Writes a review of an operation that is held here.
   *
   * @throws ProblemException if it is refused, at the door or by the ledger
   */
  HttpResponse<JsonNode> submit(HttpRequest<?> request, String operationId, byte[] body) {
    ReviewJson json = ReviewJson.parse(body);
    String by = reviewer.of(request, json.reviewer(), json.action());
    intake.checkOpen();
    checkSequence(operations.get(request, operationId), json.sequence());
    try (Journal.Tail tail = journal.tail(operationId)) {
      Origin origin = log.append(review(operationId, json, by));
      return answer(operationId, json, tail.causedBy(origin, DECISION_WAIT));
    }
  }

  private static void checkSequence(StoredOperation stored, long basedOn) {
    long present = stored.state().sequence();
    long movedAt = stored.state() instanceof Known known ? known.operation().movedAt() : present;
    if (basedOn > present) {
      throw Problem.of(
              ProblemType.INVALID_REVIEW,
              "sequence",
              "sequence is %d, but the operation has come to %d only".formatted(basedOn, present))
          .at(present)
          .exception();
    }
    if (basedOn < movedAt && stored.state() instanceof Known) {
      throw Problem.of(
              ProblemType.MOVED_ON,
              "sequence",
              "the decision is based on sequence %d, but the operation moved on to %d: look again"
                  .formatted(basedOn, present))
          .at(present)
          .exception();
    }
  }

  private Review review(String operationId, ReviewJson json, String by) {
    Review review = new Review();
    review.setOperationId(operationId);
    review.setAction(json.action().name());
    review.setReason(json.reason());
    review.setReviewer(by);
    review.setSequence(json.sequence());
    json.providerId().ifPresent(review::setProviderId);
    json.publicUrl().ifPresent(review::setPublicUrl);
    json.evidence().ifPresent(review::setEvidence);
    review.setForce(json.force());
    review.setReviewedAtMs(clock.millis());
    return review;
  }

  private static HttpResponse<JsonNode> answer(
      String operationId, ReviewJson json, Optional<OperationEvent> decided) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.put("operationId", operationId);
    if (decided.isEmpty()) {
      answer.put("sequence", json.sequence());
      answer.put("decided", false);
      answer.put("message", "the review is stored; the ledger has not decided about it yet");
    } else {
      OperationEvent event = decided.get();
      if (event.getConclusion().getWhy().equals(Remark.REVIEW_REFUSED.name())) {
        throw Problem.of(ProblemType.REVIEW_REFUSED, event.getConclusion().getText())
            .at(event.getSequence())
            .exception();
      }
      answer.put("sequence", event.getSequence());
      answer.put("decided", true);
      answer.put("state", event.getStateAfter());
    }
    return HttpResponse.<JsonNode>status(HttpStatus.ACCEPTED)
        .contentType(MediaType.APPLICATION_JSON_TYPE)
        .body(answer);
  }
}
