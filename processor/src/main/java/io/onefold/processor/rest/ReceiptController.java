package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.processor.log.LogPosition;
import io.onefold.processor.log.Receipts;
import io.onefold.processor.view.ReceiptView;
import io.onefold.schema.Receipt;
import io.onefold.schema.signing.ReceiptJson;
import jakarta.inject.Named;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.Predicate;

/** Receipts: the one of an operation, and all in the order of the log. */
@Controller(ReceiptController.PATH)
@ExecuteOn(TaskExecutors.BLOCKING)
@Produces(MediaType.ALL)
final class ReceiptController {
  static final String PATH = "/v1/receipts";

  private final OperationAnswers operations;
  private final Receipts receipts;
  private final Elsewhere elsewhere;
  private final Admission admission;
  private final ExecutorService executor;

  ReceiptController(
      OperationAnswers operations,
      Receipts receipts,
      Elsewhere elsewhere,
      Admission admission,
      @Named(TaskExecutors.BLOCKING) ExecutorService executor) {
    this.operations = operations;
    this.receipts = receipts;
    this.elsewhere = elsewhere;
    this.admission = admission;
    this.executor = executor;
  }

  // As for operations: only the undecoded address tells where the ID ends.
  @Get("/{rest:.+}")
  HttpResponse<?> get(HttpRequest<?> request) {
    OperationPath path = OperationPath.of(request, PATH);
    Query ignored = new Query(request);
    if (!path.part().isEmpty()) {
      throw Problem.of(
              ProblemType.NOT_FOUND,
              "a receipt has no parts; slashes of an operation ID are written as %2F")
          .exception();
    }
    return elsewhere
        .answer(request, path.operationId())
        .orElseGet(() -> OperationController.json(ReceiptJson.render(receipt(request, path))));
  }

  private Receipt receipt(HttpRequest<?> request, OperationPath path) {
    StoredOperation stored = operations.get(request, path.operationId());
    Optional<Receipt> receipt =
        stored.state() instanceof Forgotten forgotten
            ? receipts.find(path.operationId(), forgotten.endedAt())
            : ReceiptView.receipt(stored);
    return receipt.orElseThrow(
        () ->
            Problem.of(
                    ProblemType.NO_RECEIPT,
                    "operation '%s' is %s; a receipt comes once it has ended"
                        .formatted(path.operationId(), TakenView.stateOf(stored)))
                .exception());
  }

  /** A page as JSON, or an endless answer of lines. */
  @Get
  HttpResponse<?> list(HttpRequest<?> request) {
    Query query = new Query(request, "since", "follow", "limit", "cursor");
    Optional<Instant> since = query.time("since");
    LogPosition from = position(query, since);
    Predicate<Receipt> wanted =
        receipt ->
            isSince(receipt, since) && Callers.of(request).covers(receipt.getDestination().getId());
    return query.flag("follow") ? follow(from, wanted) : page(from, wanted, query.limit());
  }

  private LogPosition position(Query query, Optional<Instant> since) {
    Optional<String> cursor = query.text("cursor");
    if (cursor.isPresent()) {
      return LogPosition.ofCursor(cursor.get()).orElseThrow(() -> Query.badCursor(cursor.get()));
    }
    return since.map(receipts::since).orElseGet(receipts::beginning);
  }

  // The log has no end: where it goes on is always told, also where nothing is there yet.
  private HttpResponse<JsonNode> page(LogPosition from, Predicate<Receipt> wanted, int limit) {
    Receipts.Page page = receipts.read(from, limit);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode items = json.putArray("items");
    page.receipts().stream()
        .filter(wanted)
        .forEach(receipt -> items.add(ReceiptJson.render(receipt)));
    json.put("next", page.next().cursor());
    return OperationController.json(json);
  }

  private HttpResponse<?> follow(LogPosition from, Predicate<Receipt> wanted) {
    return Ndjson.stream(
        admission.stream(),
        () -> {
          Receipts.Follower follower = receipts.follow(from);
          return new Ndjson.Lines(() -> Optional.of(lines(follower, wanted)), follower::close);
        },
        executor);
  }

  // A blank line while nothing comes shows both sides that the other one is still there.
  private static byte[] lines(Receipts.Follower follower, Predicate<Receipt> wanted) {
    StringBuilder lines = new StringBuilder();
    for (Receipt receipt : follower.next()) {
      if (wanted.test(receipt)) {
        lines.append(ReceiptJson.render(receipt)).append('\n');
      }
    }
    return (lines.isEmpty() ? "\n" : lines.toString()).getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isSince(Receipt receipt, Optional<Instant> since) {
    return since.filter(time -> receipt.getIssuedAtMs() < time.toEpochMilli()).isEmpty();
  }
}
