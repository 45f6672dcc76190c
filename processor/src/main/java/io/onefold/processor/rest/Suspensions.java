package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.onefold.codec.ControlCodec;
import io.onefold.codec.StoredDestination;
import io.onefold.operation.Origin;
import io.onefold.processor.log.ControlLog;
import io.onefold.processor.log.InputLog;
import io.onefold.schema.DestinationEvent;
import io.onefold.suspension.ControlEvent.Verdict;
import io.onefold.suspension.DestinationControl;
import io.onefold.suspension.Phase;
import io.onefold.suspension.Request.Asker;
import io.onefold.suspension.Request.Wish;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * Takes the decisions of authorised people about destinations whose controls are here. Thread-safe;
 * calls block.
 */
@Singleton
final class Suspensions {
  /** How long the ledger may take before the answer is given without its decision. */
  static final Duration DECISION_WAIT = Duration.ofSeconds(5);

  private static final String NOT_LOOKED_THROUGH =
      "there are too many operations to look for a held one in time; name one in `operation`";

  private final DestinationAnswers answers;
  private final HeldOperations held;
  private final Intake intake;
  private final Reviewer reviewer;
  private final InputLog log;
  private final ControlLog controls;
  private final Clock clock;

  Suspensions(
      DestinationAnswers answers,
      HeldOperations held,
      Intake intake,
      Reviewer reviewer,
      InputLog log,
      ControlLog controls,
      Clock clock) {
    this.answers = answers;
    this.held = held;
    this.intake = intake;
    this.reviewer = reviewer;
    this.log = log;
    this.controls = controls;
    this.clock = clock;
  }

  /**
   * Suspends a destination.
   *
   * @throws ProblemException if it is refused, at the door or by the ledger
   */
  HttpResponse<JsonNode> suspend(HttpRequest<?> request, String name, byte[] body) {
    ControlJson json = ControlJson.parse(body, ControlJson.SUSPEND);
    String by = reviewer.of(request, json.reviewer());
    StoredDestination stored = answers.get(name);
    intake.checkOpen();
    if (stored.control().phase() instanceof Phase.Suspended suspended) {
      throw refused(suspended.suspension().sentence(name) + ", already", stored.control());
    }
    return submit(name, by, new Wish.Suspend(json.reason()));
  }

  /**
   * Begins a controlled test: with the operation that is named, otherwise with the one that has
   * waited longest.
   *
   * @throws ProblemException if it is refused, at the door or by the ledger
   */
  HttpResponse<JsonNode> resume(HttpRequest<?> request, String name, byte[] body) {
    ControlJson json = ControlJson.parse(body, ControlJson.RESUME);
    String by = reviewer.of(request, json.reviewer());
    DestinationControl control = answers.get(name).control();
    intake.checkOpen();
    switch (control.phase()) {
      case Phase.Open open ->
          throw refused("destination '%s' is not suspended".formatted(name), control);
      case Phase.Testing testing ->
          throw refused(
              "a controlled test with operation '%s' is running since %s; wait for its end, or suspend the destination to stop it"
                  .formatted(testing.operationId(), testing.since()),
              control);
      case Phase.Suspended suspended -> checkSequence(json, control);
    }
    HeldOperations.Held waiting = held.everywhere(request, name, json.operation());
    String operation =
        waiting
            .oldest()
            .map(HeldOperations.Oldest::operationId)
            .orElseThrow(
                () ->
                    refused(
                        waiting.whole() ? nothingToTry(name, json) : NOT_LOOKED_THROUGH, control));
    long sequence = json.sequence().orElse(control.sequence());
    return submit(name, by, new Wish.Resume(operation, sequence, json.reason()));
  }

  private static void checkSequence(ControlJson json, DestinationControl control) {
    if (json.sequence().isEmpty()) {
      return;
    }
    long basedOn = json.sequence().get();
    if (basedOn > control.sequence()) {
      throw Problem.of(
              ProblemType.INVALID_CONTROL,
              "sequence",
              "sequence is %d, but the destination has come to %d only"
                  .formatted(basedOn, control.sequence()))
          .at(control.sequence())
          .exception();
    }
    if (basedOn < control.movedAt()) {
      throw Problem.of(
              ProblemType.DESTINATION_REFUSED,
              "sequence",
              "the decision is based on sequence %d, but the destination moved on to %d: look again"
                  .formatted(basedOn, control.sequence()))
          .at(control.sequence())
          .exception();
    }
  }

  private static String nothingToTry(String name, ControlJson json) {
    return json.operation()
        .map(
            id ->
                "operation '%s' is not held at destination '%s'; only one that is READY there and due can be the controlled test"
                    .formatted(id, name))
        .orElse(
            "nothing is held at destination '%s', so there is nothing to try it with: submit one operation, which will be held, and resume again: it is then the controlled test"
                .formatted(name));
  }

  private static ProblemException refused(String why, DestinationControl control) {
    return Problem.of(ProblemType.DESTINATION_REFUSED, why).at(control.sequence()).exception();
  }

  private HttpResponse<JsonNode> submit(String name, String by, Wish wish) {
    try (ControlLog.Tail tail = controls.tail(name)) {
      Origin origin =
          log.append(ControlCodec.record(name, clock.instant(), new Asker.Person(by), wish));
      return answer(name, tail.causedBy(origin, DECISION_WAIT));
    }
  }

  private HttpResponse<JsonNode> answer(String name, Optional<DestinationEvent> decided) {
    ObjectNode answer;
    if (decided.isEmpty()) {
      answer = answers.render(answers.get(name));
      answer.put("decided", false);
      answer.put("message", "the request is stored; the ledger has not decided about it yet");
    } else {
      DestinationEvent event = decided.get();
      DestinationControl after = ControlCodec.control(name, event.getSequence(), event.getState());
      if (event.getConclusion().equals(Verdict.REFUSE.name())) {
        throw refused("destination '%s': %s".formatted(name, event.getText()), after);
      }
      answer = answers.render(new StoredDestination(after, "", 0, 0, Optional.empty()));
      answer.put("decided", true);
      answer.put("message", event.getText());
    }
    return HttpResponse.<JsonNode>status(HttpStatus.ACCEPTED)
        .contentType(MediaType.APPLICATION_JSON_TYPE)
        .body(answer);
  }
}
