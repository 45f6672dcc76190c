package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.micronaut.context.annotation.Primary;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.Produces;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import io.micronaut.http.server.exceptions.response.ErrorContext;
import io.micronaut.http.server.exceptions.response.ErrorResponseProcessor;
import io.onefold.processor.log.LogUnavailableException;
import io.onefold.processor.log.NotAcknowledgedException;
import io.onefold.processor.store.StoreUnavailableException;
import io.onefold.schema.sealing.SealingException;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers every failure with a problem document, also those that the framework finds. */
@Singleton
@Produces
@Primary
final class Problems
    implements ExceptionHandler<RuntimeException, HttpResponse<JsonNode>>,
        ErrorResponseProcessor<JsonNode> {
  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
  private static final String CHALLENGE = "Bearer realm=\"onefold\"";

  @Override
  @SuppressWarnings("rawtypes") // as the interface has it
  public HttpResponse<JsonNode> handle(HttpRequest request, RuntimeException exception) {
    return answer(request, problemOf(exception));
  }

  /** The problem behind an exception; one that nobody expected is logged under a number. */
  static Problem problemOf(RuntimeException exception) {
    return switch (exception) {
      case ProblemException refused -> refused.problem();
      case StoreUnavailableException e ->
          Problem.of(ProblemType.UNAVAILABLE, text(e) + "; try again shortly");
      case LogUnavailableException e ->
          Problem.of(ProblemType.UNAVAILABLE, text(e) + "; try again shortly");
      case NotAcknowledgedException e ->
          Problem.of(
              ProblemType.UNAVAILABLE,
              text(e) + "; it may be stored or not, and submitting it again is safe");
      case SealingException e -> ofSealing(e);
      default -> {
        String number = UUID.randomUUID().toString();
        LOG.error("Request failed unexpectedly, number {}", number, exception);
        yield Problem.of(
            ProblemType.INTERNAL, "an error of the ledger itself; its log has it as " + number);
      }
    };
  }

  private static Problem ofSealing(SealingException e) {
    return switch (e.kind()) {
      case ERASED -> Problem.of(ProblemType.PAYLOAD_ERASED, text(e) + "; nothing was stored");
      case NO_KEY -> Problem.of(ProblemType.NOT_SEALED, text(e));
      case UNKNOWN_INSTALLATION_KEY, BROKEN, UNAVAILABLE ->
          Problem.of(ProblemType.UNAVAILABLE, text(e) + "; nothing was stored");
    };
  }

  static MutableHttpResponse<JsonNode> answer(HttpRequest<?> request, Problem problem) {
    MutableHttpResponse<JsonNode> response =
        HttpResponse.status(HttpStatus.valueOf(problem.type().status()));
    addHeaders(response, problem.type().status(), problem.retryAfter());
    if (problem.type() == ProblemType.INVALID_CREDENTIAL) {
      response.getHeaders().set("WWW-Authenticate", CHALLENGE + ", error=\"invalid_token\"");
    }
    return response
        .contentType(MediaType.APPLICATION_JSON_PROBLEM_TYPE)
        .body(problem.document(request.getUri().getRawPath()));
  }

  /** What a caller must be told beside the status, whoever found the problem. */
  static void addHeaders(MutableHttpResponse<?> response, int status, Optional<Duration> wait) {
    if (status == ProblemType.UNAVAILABLE.status()
        || status == ProblemType.TOO_MANY_REQUESTS.status()) {
      long seconds = wait.map(time -> time.plusNanos(999_999_999).toSeconds()).orElse(1L);
      response.header("Retry-After", Long.toString(Math.max(1, seconds)));
    }
    if (status == ProblemType.UNAUTHENTICATED.status()) {
      response.header("WWW-Authenticate", CHALLENGE);
    }
  }

  @Override
  public MutableHttpResponse<JsonNode> processResponse(
      ErrorContext context, MutableHttpResponse<?> response) {
    String message =
        context.getErrors().stream()
            .map(error -> error.getMessage())
            .findFirst()
            .orElse(response.reason());
    Problem problem = Problem.of(typeOf(response.code()), message);
    return response
        .contentType(MediaType.APPLICATION_JSON_PROBLEM_TYPE)
        .body(
            problem
                .document(context.getRequest().getUri().getRawPath())
                .put("status", response.code()));
  }

  private static ProblemType typeOf(int status) {
    return switch (status) {
      case 401 -> ProblemType.UNAUTHENTICATED;
      case 403 -> ProblemType.FORBIDDEN;
      case 404 -> ProblemType.NOT_FOUND;
      case 405 -> ProblemType.METHOD_NOT_ALLOWED;
      case 413 -> ProblemType.TOO_LARGE;
      case 415 -> ProblemType.UNSUPPORTED_MEDIA_TYPE;
      case 429 -> ProblemType.TOO_MANY_REQUESTS;
      case 503 -> ProblemType.UNAVAILABLE;
      default -> status < 500 ? ProblemType.BAD_REQUEST : ProblemType.INTERNAL;
    };
  }

  private static String text(RuntimeException e) {
    return String.valueOf(e.getMessage());
  }
}
