package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.onefold.access.Caller;
import io.onefold.processor.log.Escalations;
import io.onefold.processor.view.EscalationView;
import io.onefold.schema.Escalation;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Escalations. Every instance reads the whole topic, so each can answer for all. */
@Controller("/v1/escalations")
@ExecuteOn(TaskExecutors.BLOCKING)
final class EscalationController {
  private final Escalations escalations;

  EscalationController(Escalations escalations) {
    this.escalations = escalations;
  }

  @Get
  HttpResponse<JsonNode> list(HttpRequest<?> request) {
    Query query = new Query(request, "status", "operation", "destination", "limit", "cursor");
    int limit = query.limit();
    List<Escalation> found =
        escalations.list(
            query
                .oneOf("status", List.of(Escalations.Status.values()))
                .orElse(Escalations.Status.OPEN),
            query.keyCursor(),
            limit + 1,
            wanted(request, query));
    boolean more = found.size() > limit;
    List<Escalation> shown = more ? found.subList(0, limit) : found;
    Optional<String> next =
        more ? Optional.of(shown.get(limit - 1).getOperationId()) : Optional.empty();
    List<JsonNode> items = shown.stream().<JsonNode>map(EscalationView::render).toList();
    return OperationController.json(new Page(items, next).render());
  }

  private static Predicate<Escalation> wanted(HttpRequest<?> request, Query query) {
    Caller caller = Callers.of(request);
    Optional<String> operation = query.text("operation");
    Optional<String> destination = query.text("destination");
    return escalation ->
        caller.covers(escalation.getDestination().getId())
            && operation.filter(id -> !id.equals(escalation.getOperationId())).isEmpty()
            && destination.filter(id -> !id.equals(escalation.getDestination().getId())).isEmpty();
  }
}
