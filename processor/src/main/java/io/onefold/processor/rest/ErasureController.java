package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState;
import io.onefold.processor.log.Erasures;
import io.onefold.schema.PayloadErased;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Erasure of sealed payloads on request. */
@Controller(ErasureController.PATH)
@ExecuteOn(TaskExecutors.BLOCKING)
@Produces(MediaType.ALL)
final class ErasureController {
  static final String PATH = "/v1/erasures";

  private static final Duration WRITING = Duration.ofSeconds(10);

  private final Optional<Erasures> erasures;
  private final OperationAnswers operations;
  private final Reviewer reviewer;
  private final Elsewhere elsewhere;
  private final Clock clock;

  ErasureController(
      Optional<Erasures> erasures,
      OperationAnswers operations,
      Reviewer reviewer,
      Elsewhere elsewhere,
      Clock clock) {
    this.erasures = erasures;
    this.operations = operations;
    this.reviewer = reviewer;
    this.elsewhere = elsewhere;
    this.clock = clock;
  }

  // As for operations: only the undecoded address tells where the ID ends.
  @Get("/{rest:.+}")
  HttpResponse<?> get(HttpRequest<?> request) {
    OperationPath path = OperationPath.of(request, PATH);
    Query ignored = new Query(request);
    if (!path.part().isEmpty()) {
      throw Problem.of(
              ProblemType.NOT_FOUND,
              "an erasure has no parts; slashes of an operation ID are written as %2F")
          .exception();
    }
    String id = path.operationId();
    return elsewhere.answer(request, id).orElseGet(() -> note(request, id));
  }

  private HttpResponse<JsonNode> note(HttpRequest<?> request, String id) {
    var unused = operations.get(request, id);
    PayloadErased note =
        offered()
            .erased(id)
            .orElseThrow(
                () ->
                    Problem.of(
                            ProblemType.NOT_FOUND,
                            "the payload of operation '" + id + "' was not erased")
                        .exception());
    return OperationController.json(ErasureJson.render(id, note));
  }

  @Post
  @Consumes(MediaType.ALL)
  HttpResponse<?> post(HttpRequest<?> request, @Body @Nullable InputStream body) {
    Query ignored = new Query(request);
    byte[] text = Bodies.read(Bodies.orEmpty(body), ErasureJson.MOST_BYTES, "the request");
    ErasureJson json = ErasureJson.parse(text);
    return elsewhere
        .answer(request, json.operationId(), Optional.of(text), WRITING)
        .orElseGet(() -> RequestStep.within(request, () -> erase(request, json)));
  }

  private HttpResponse<JsonNode> erase(HttpRequest<?> request, ErasureJson json) {
    String by = reviewer.of(request, json.by());
    StoredOperation stored = operations.get(request, json.operationId());
    if (!hasEnded(stored) && !json.unfinished()) {
      throw Problem.of(
              ProblemType.NOT_ENDED,
              "unfinished",
              "operation '%s' is %s and may still need its payload; without it nothing more can be sent or compared. Allowed is to wait, or to say unfinished: true"
                  .formatted(json.operationId(), TakenView.stateOf(stored)))
          .exception();
    }
    PayloadErased note = offered().erase(json.operationId(), by, json.reason(), clock.millis());
    return OperationController.json(ErasureJson.render(json.operationId(), note));
  }

  private static boolean hasEnded(StoredOperation stored) {
    return stored.state() instanceof OperationState.Final
        || stored.state() instanceof OperationState.Forgotten;
  }

  private Erasures offered() {
    return erasures.orElseThrow(
        () ->
            Problem.of(
                    ProblemType.NOT_OFFERED,
                    "this ledger was started without --payload-key-file: it has sealed no payload,"
                        + " so there is nothing to erase")
                .exception());
  }
}
