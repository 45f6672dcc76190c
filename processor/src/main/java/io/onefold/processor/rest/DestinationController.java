package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.onefold.access.Caller;
import io.onefold.codec.StoredDestination;
import io.onefold.processor.log.ControlLog;
import io.onefold.processor.view.DestinationView;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Destinations: which of them take attempts, and the decisions of people about that. */
@Controller(DestinationController.PATH)
@ExecuteOn(TaskExecutors.BLOCKING)
@Produces(MediaType.ALL)
final class DestinationController {
  static final String PATH = "/v1/destinations";

  private final DestinationAnswers answers;
  private final HeldOperations held;
  private final Suspensions suspensions;
  private final ControlLog log;
  private final Elsewhere elsewhere;

  DestinationController(
      DestinationAnswers answers,
      HeldOperations held,
      Suspensions suspensions,
      ControlLog log,
      Elsewhere elsewhere) {
    this.answers = answers;
    this.held = held;
    this.suspensions = suspensions;
    this.log = log;
    this.elsewhere = elsewhere;
  }

  @Get
  HttpResponse<JsonNode> list(HttpRequest<?> request) {
    Query ignored = new Query(request);
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    Caller caller = Callers.of(request);
    answer
        .putArray("items")
        .addAll(
            answers.list(elsewhere.allOthers(request)).stream()
                .filter(item -> caller.covers(item.path("name").asText()))
                .toList());
    answer.putNull("next");
    return OperationController.json(answer);
  }

  @Get("/{name}")
  HttpResponse<?> get(HttpRequest<?> request, @PathVariable String name) {
    Query ignored = new Query(request);
    Callers.requireCover(request, name);
    return elsewhere
        .answer(request, name)
        .orElseGet(
            () -> {
              ObjectNode json = answers.render(answers.get(name));
              json.set("held", held.everywhere(request, name, Optional.empty()).render());
              return OperationController.json(json);
            });
  }

  @Get("/{name}/journal")
  HttpResponse<?> journal(HttpRequest<?> request, @PathVariable String name) {
    Query ignored = new Query(request);
    Callers.requireCover(request, name);
    return elsewhere
        .answer(request, name)
        .orElseGet(() -> OperationController.json(journal(answers.get(name))));
  }

  private ObjectNode journal(StoredDestination stored) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode items = answer.putArray("items");
    long newest = stored.control().sequence();
    if (newest > 0) {
      log.events(stored.name(), newest)
          .forEach(event -> items.add(DestinationView.render(stored.name(), event)));
    }
    answer.putNull("next");
    return answer;
  }

  /** What is held on this instance, and asked from another one, no more. */
  @Get("/{name}/held")
  HttpResponse<JsonNode> held(HttpRequest<?> request, @PathVariable String name) {
    Query query = new Query(request, "operation");
    Callers.requireCover(request, name);
    Optional<String> operation = query.text("operation");
    HeldOperations.Held found =
        Elsewhere.isForwarded(request)
            ? held.here(name, operation)
            : held.everywhere(request, name, operation);
    return OperationController.json(found.render());
  }

  @Post("/{name}/suspend")
  @Consumes(MediaType.ALL)
  HttpResponse<?> suspend(
      HttpRequest<?> request, @PathVariable String name, @Body @Nullable InputStream body) {
    Query ignored = new Query(request);
    Callers.requireCover(request, name);
    byte[] text = text(body);
    return elsewhere
        .answer(request, name, Optional.of(text), Suspensions.DECISION_WAIT)
        .orElseGet(() -> suspensions.suspend(request, name, text));
  }

  @Post("/{name}/resume")
  @Consumes(MediaType.ALL)
  HttpResponse<?> resume(
      HttpRequest<?> request, @PathVariable String name, @Body @Nullable InputStream body) {
    Query ignored = new Query(request);
    Callers.requireCover(request, name);
    byte[] text = text(body);
    return elsewhere
        .answer(request, name, Optional.of(text), Suspensions.DECISION_WAIT)
        .orElseGet(() -> suspensions.resume(request, name, text));
  }

  private static byte[] text(@Nullable InputStream body) {
    return Bodies.read(Bodies.orEmpty(body), ControlJson.MOST_BYTES, "the request");
  }

  /** Items of one answer of another instance. */
  static List<JsonNode> items(byte[] answer) {
    return Page.parse(answer).items();
  }
}
