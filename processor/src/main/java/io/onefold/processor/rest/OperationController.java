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
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.onefold.codec.StoredOperation;
import io.onefold.processor.log.Journal;
import io.onefold.processor.view.EventView;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Operations, their journal and their reviews. */
@Controller(OperationController.PATH)
@ExecuteOn(TaskExecutors.BLOCKING)
@Produces(MediaType.ALL)
final class OperationController {
  static final String PATH = "/v1/operations";

  private final OperationAnswers operations;
  private final OperationList list;
  private final Reviews reviews;
  private final Journal journal;
  private final Elsewhere elsewhere;

  OperationController(
      OperationAnswers operations,
      OperationList list,
      Reviews reviews,
      Journal journal,
      Elsewhere elsewhere) {
    this.operations = operations;
    this.list = list;
    this.reviews = reviews;
    this.journal = journal;
    this.elsewhere = elsewhere;
  }

  @Get
  HttpResponse<JsonNode> list(HttpRequest<?> request) {
    Query query = new Query(request, "state", "destination", "limit", "cursor");
    List<Page> pages = new ArrayList<>();
    pages.add(list.page(request, query));
    elsewhere.allOthers(request).forEach(answer -> pages.add(Page.parse(answer)));
    return json(Page.merged(pages, query.limit()).render());
  }

  // One route for all below: only the undecoded address tells where an ID with slashes ends.
  @Get("/{rest:.+}")
  HttpResponse<?> get(HttpRequest<?> request) {
    OperationPath path = OperationPath.of(request, PATH);
    Query ignored = new Query(request);
    return switch (path.part()) {
      case "" ->
          elsewhere
              .answer(request, path.operationId())
              .orElseGet(
                  () -> json(operations.render(operations.get(request, path.operationId()))));
      case "journal" ->
          elsewhere.answer(request, path.operationId()).orElseGet(() -> journal(request, path));
      default -> throw noSuchPart(path);
    };
  }

  @Post("/{rest:.+}")
  @Consumes(MediaType.ALL)
  HttpResponse<?> post(HttpRequest<?> request, @Body @Nullable InputStream body) {
    OperationPath path = OperationPath.of(request, PATH);
    Query ignored = new Query(request);
    if (!path.part().equals("reviews")) {
      throw noSuchPart(path);
    }
    byte[] text = Bodies.read(Bodies.orEmpty(body), ReviewJson.MOST_BYTES, "the review");
    return elsewhere
        .answer(request, path.operationId(), Optional.of(text), Reviews.DECISION_WAIT)
        .orElseGet(
            () ->
                RequestStep.within(
                    request, () -> reviews.submit(request, path.operationId(), text)));
  }

  private HttpResponse<JsonNode> journal(HttpRequest<?> request, OperationPath path) {
    StoredOperation stored = operations.get(request, path.operationId());
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode items = answer.putArray("items");
    journal
        .events(path.operationId(), stored.firstEventAtMs(), stored.state().sequence())
        .forEach(event -> items.add(EventView.render(event)));
    answer.putNull("next");
    return json(answer);
  }

  private static ProblemException noSuchPart(OperationPath path) {
    return Problem.of(
            ProblemType.NOT_FOUND,
            "an operation has no part '"
                + path.part()
                + "'; there are GET .../journal and POST .../reviews. Slashes of an operation ID"
                + " are written as %2F")
        .exception();
  }

  static HttpResponse<JsonNode> json(JsonNode node) {
    return HttpResponse.<JsonNode>ok(node).contentType(MediaType.APPLICATION_JSON_TYPE);
  }
}
