package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import io.onefold.processor.store.OperationStore;
import io.onefold.processor.store.OperationStore.Place;
import io.onefold.processor.store.Peers;
import io.onefold.processor.store.StoreUnavailableException;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers for operations that another instance holds, by asking it. Thread-safe; calls block. */
@Singleton
final class Elsewhere {
  /** Headers of a caller that the other instance must see as well. */
  private static final List<String> HANDED_ON =
      List.of("Authorization", "Content-Type", "Accept", Reviewer.HEADER);

  private static final String SUBMIT = "/v1/intents";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final OperationStore store;
  private final Peers peers;

  Elsewhere(OperationStore store, Peers peers) {
    this.store = store;
    this.peers = peers;
  }

  /**
   * The answer for one operation from the instance that holds it; empty if this one does.
   *
   * @throws ProblemException if no instance holds it for the moment
   */
  Optional<HttpResponse<?>> answer(
      HttpRequest<?> request, String operationId, Optional<byte[]> body, Duration longer) {
    Optional<URI> holder = holderOf(request, operationId);
    return holder.map(base -> handOn(base, request, body, longer));
  }

  /** As {@link #answer}, for a call without a body that is answered at once. */
  Optional<HttpResponse<?>> answer(HttpRequest<?> request, String operationId) {
    return answer(request, operationId, Optional.empty(), Duration.ZERO);
  }

  /** The instance to ask about this operation; empty if it is this one. */
  private Optional<URI> holderOf(HttpRequest<?> request, String operationId) {
    return switch (store.placeOf(operationId)) {
      case Place.Here here -> Optional.empty();
      case Place.There there when !isForwarded(request) -> Optional.of(there.base());
      case Place.There there -> throw moving();
      case Place.Nowhere nowhere -> throw moving();
    };
  }

  /**
   * The instance that can tell what becomes of an intent; empty if that is this one, or none for
   * the moment. Every instance may write an intent, so none is refused for want of a holder.
   */
  Optional<URI> holderToSubmitTo(HttpRequest<?> request, String operationId) {
    return !isForwarded(request) && store.placeOf(operationId) instanceof Place.There there
        ? Optional.of(there.base())
        : Optional.empty();
  }

  /** The answer of that instance to an intent; empty if it cannot be asked. */
  Optional<HttpResponse<?>> tryHandOn(
      URI base, HttpRequest<?> request, byte[] intent, Duration longer) {
    try {
      HttpResponse<?> answer = handOn(base, request, Optional.of(intent), longer);
      return isTooBusy(answer.code()) ? Optional.empty() : Optional.of(answer);
    } catch (StoreUnavailableException e) {
      return Optional.empty();
    }
  }

  /**
   * The answer of the instance that holds the operation to one intent of many; empty if this one
   * holds it, or the other cannot be asked.
   */
  Optional<ObjectNode> submit(HttpRequest<?> request, String operationId, byte[] intent) {
    Optional<URI> base = holderToSubmitTo(request, operationId);
    if (base.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> headers = headers(request);
    headers.put("Content-Type", MediaType.APPLICATION_JSON);
    try {
      Peers.Answer answer =
          peers.call(base.get(), "POST", SUBMIT, headers, Optional.of(intent), PATIENCE);
      if (isTooBusy(answer.status())) {
        return Optional.empty();
      }
      if (!(JSON.readTree(answer.body()) instanceof ObjectNode json)) {
        return Optional.empty();
      }
      if (answer.status() >= 400) {
        json.put("operationId", operationId).put("disposition", "refused");
      }
      return Optional.of(json);
    } catch (StoreUnavailableException | IOException e) {
      return Optional.empty();
    }
  }

  /** An instance that takes no more calls of this caller for now is as one that does not answer. */
  private static boolean isTooBusy(int status) {
    return status == ProblemType.TOO_MANY_REQUESTS.status();
  }

  /** Tells only that a call was handed on, so that it is not again; it lifts no check. */
  static boolean isForwarded(HttpRequest<?> request) {
    return request.getHeaders().contains(Peers.FORWARDED);
  }

  private static ProblemException moving() {
    return Problem.of(
            ProblemType.UNAVAILABLE,
            "no instance of the ledger holds this operation for the moment, because the work is"
                + " being shared out anew; try again shortly")
        .exception();
  }

  private HttpResponse<?> handOn(
      URI base, HttpRequest<?> request, Optional<byte[]> body, Duration longer) {
    Peers.Answer answer =
        peers.call(
            base,
            request.getMethodName(),
            pathAndQuery(request),
            headers(request),
            body,
            PATIENCE.plus(longer));
    MutableHttpResponse<String> response = HttpResponse.status(HttpStatus.valueOf(answer.status()));
    Problems.addHeaders(response, answer.status(), Optional.empty());
    return response
        .contentType(answer.contentType().orElse(MediaType.APPLICATION_JSON))
        .body(new String(answer.body(), StandardCharsets.UTF_8));
  }

  /**
   * What every other instance answers to the same call; none for a call that was forwarded here.
   *
   * @throws StoreUnavailableException if one of them does not answer: a list with a gap would be
   *     taken for a whole one
   */
  List<byte[]> allOthers(HttpRequest<?> request) {
    return isForwarded(request) ? List.of() : askOthers(request, pathAndQuery(request));
  }

  /**
   * What all other instances answer to a question that comes up here, from their own part.
   *
   * @throws ProblemException if one does not answer
   */
  List<byte[]> askOthers(HttpRequest<?> request, String pathAndQuery) {
    List<byte[]> answers = new ArrayList<>();
    for (URI base : store.others()) {
      Peers.Answer answer =
          peers.call(base, "GET", pathAndQuery, headers(request), Optional.empty(), PATIENCE);
      if (answer.status() != 200) {
        throw Problem.of(
                ProblemType.UNAVAILABLE,
                "the instance at %s answered %d; a list without its part would not be whole, try again"
                    .formatted(base, answer.status()))
            .exception();
      }
      answers.add(answer.body());
    }
    return answers;
  }

  private static String pathAndQuery(HttpRequest<?> request) {
    String query = request.getUri().getRawQuery();
    return request.getUri().getRawPath() + (query == null ? "" : "?" + query);
  }

  private static Map<String, String> headers(HttpRequest<?> request) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String name : HANDED_ON) {
      String value = request.getHeaders().get(name);
      if (value != null) {
        headers.put(name, value);
      }
    }
    headers.putAll(RequestStep.headers(request));
    return headers;
  }
}
