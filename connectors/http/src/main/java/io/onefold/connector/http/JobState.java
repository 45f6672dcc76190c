package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Exchange;
import io.onefold.destination.ExpansionException;
import io.onefold.destination.HttpContract.Job;
import java.util.Optional;

/** What a destination says of a job that it accepted for later. */
sealed interface JobState {
  /** There is no job, or no way to ask for it. */
  record None() implements JobState {}

  /** Still to be done. */
  record Pending() implements JobState {}

  /** Done; with the identifier of what it made, where the contract says where it stands. */
  record Done(Optional<String> providerId) implements JobState {}

  /** Given up by the destination. */
  record Failed() implements JobState {}

  /** The destination could not tell. */
  record Unclear(String message) implements JobState {}

  static JobState ask(Job job, Inquiry inquiry, OperationTexts texts) {
    try {
      return inquiry.get(texts.url(job.url()), job.headers())
              instanceof Exchange.Answered(Answer answer)
          ? read(job, answer)
          : new Unclear("no answer about the job came");
    } catch (ExpansionException e) {
      return new Unclear("the job cannot be asked: " + e.getMessage());
    }
  }

  private static JobState read(Job job, Answer answer) {
    Optional<JsonNode> body = Json.parse(answer.body());
    if (answer.status() != 200 || body.isEmpty()) {
      return new Unclear("the job was answered " + answer.status());
    }
    if (!job.failed().isEmpty() && Json.holds(job.failed(), body.get())) {
      return new Failed();
    }
    if (!job.done().isEmpty() && Json.holds(job.done(), body.get())) {
      return new Done(job.providerId().flatMap(at -> Json.text(body.get(), at)));
    }
    return new Pending();
  }
}
