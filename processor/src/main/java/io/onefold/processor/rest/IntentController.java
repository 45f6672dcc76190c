package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.onefold.processor.rest.Intake.Taken;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentRules;
import jakarta.inject.Named;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** Submission of intents. */
@Controller("/v1/intents")
@ExecuteOn(TaskExecutors.BLOCKING)
final class IntentController {
  /** What the largest valid intent may take as JSON: every payload byte escaped, and the rest. */
  static final int MOST_INTENT_BYTES = 6 * IntentRules.DEFAULT_MAX_PAYLOAD_BYTES + 512 * 1024;

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(2);
  private static final String ALLOWED =
      "application/json with one intent, or application/x-ndjson with one a line";

  private final Intake intake;
  private final Elsewhere elsewhere;
  private final OperationAnswers operations;
  private final Admission admission;
  private final ExecutorService executor;

  IntentController(
      Intake intake,
      Elsewhere elsewhere,
      OperationAnswers operations,
      Admission admission,
      @Named(TaskExecutors.BLOCKING) ExecutorService executor) {
    this.intake = intake;
    this.elsewhere = elsewhere;
    this.operations = operations;
    this.admission = admission;
    this.executor = executor;
  }

  @Post
  @Consumes(MediaType.ALL)
  @Produces(MediaType.ALL)
  HttpResponse<?> submit(HttpRequest<?> request, @Body @Nullable InputStream body) {
    Optional<Duration> wait = new Query(request, "wait").duration("wait", LONGEST_WAIT);
    return switch (mediaType(request)) {
      case "application/json", "" -> one(request, Bodies.orEmpty(body), wait);
      case "application/x-ndjson", "application/ndjson", "application/jsonl" ->
          many(request, Bodies.orEmpty(body), wait);
      default ->
          throw Problem.of(
                  ProblemType.UNSUPPORTED_MEDIA_TYPE,
                  "Content-Type",
                  "Content-Type is %s; allowed are %s".formatted(mediaType(request), ALLOWED))
              .exception();
    };
  }

  private static String mediaType(HttpRequest<?> request) {
    return request.getContentType().map(MediaType::getName).orElse("");
  }

  private HttpResponse<?> one(HttpRequest<?> request, InputStream body, Optional<Duration> wait) {
    byte[] text =
        Bodies.read(
            body, MOST_INTENT_BYTES, "the intent, with its payload of at most 921600 bytes,");
    Intent intent = intake.read(text);
    Callers.requireCover(request, intent.getDestination());
    Optional<Admission.Place> place = wait.map(time -> admission.waiting());
    try {
      return RequestStep.<HttpResponse<?>>within(
          request,
          () -> forwarded(request, intent, text, wait).orElseGet(() -> answer(intent, wait)));
    } finally {
      place.ifPresent(Admission.Place::close);
    }
  }

  private HttpResponse<?> answer(Intent intent, Optional<Duration> wait) {
    Taken taken = intake.take(intent, wait);
    if (wait.isPresent()
        && taken.disposition().word() != Disposition.Word.CONFLICT
        && taken.operation().filter(Intake::atRest).isPresent()) {
      ObjectNode operation = operations.render(taken.operation().get());
      operation.put("disposition", taken.disposition().word().label());
      return HttpResponse.ok(operation).contentType(MediaType.APPLICATION_JSON_TYPE);
    }
    return HttpResponse.status(HttpStatus.ACCEPTED)
        .contentType(MediaType.APPLICATION_JSON_TYPE)
        .body(TakenView.render(taken));
  }

  /**
   * The answer of the instance that holds the operation. If it cannot be asked, the intent is
   * written here all the same: any instance may write, only the holder can tell what became of it.
   */
  private Optional<HttpResponse<?>> forwarded(
      HttpRequest<?> request, Intent intent, byte[] text, Optional<Duration> wait) {
    return elsewhere
        .holderToSubmitTo(request, intent.getOperationId())
        .flatMap(base -> elsewhere.tryHandOn(base, request, text, wait.orElse(Duration.ZERO)));
  }

  private HttpResponse<?> many(HttpRequest<?> request, InputStream body, Optional<Duration> wait) {
    if (wait.isPresent()) {
      throw Query.bad("wait", "is only for one intent; submit the lines without it");
    }
    intake.checkOpen();
    return Ndjson.stream(
        admission.stream(),
        () -> {
          IntentBatch batch =
              new IntentBatch(
                  new NdjsonLines(body, MOST_INTENT_BYTES),
                  new BatchTaker(request),
                  executor,
                  request.getUri().getRawPath());
          return new Ndjson.Lines(batch::next, body::close);
        },
        executor);
  }

  /** Lines of operations that another instance holds go there one by one. */
  private final class BatchTaker implements IntentBatch.Taker {
    private final HttpRequest<?> request;

    BatchTaker(HttpRequest<?> request) {
      this.request = request;
    }

    @Override
    public Intent read(byte[] text) {
      admission.paceLine(request);
      return intake.read(text);
    }

    @Override
    public ObjectNode take(Intent intent, byte[] text) {
      Callers.requireCover(request, intent.getDestination());
      return RequestStep.within(
          request,
          () ->
              elsewhere
                  .submit(request, intent.getOperationId(), text)
                  .orElseGet(() -> TakenView.render(intake.take(intent, Optional.empty()))));
    }
  }
}
