package io.onefold.processor.rest;

import static io.onefold.processor.rest.OperationAnswers.destinationOf;

import com.fasterxml.jackson.databind.JsonNode;
import io.micronaut.http.HttpRequest;
import io.onefold.access.Caller;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.StateName;
import io.onefold.processor.store.OperationStore;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists of the operations that this instance holds. Thread-safe. */
@Singleton
final class OperationList {
  /** A filter that matches little must not read the whole store in one call. */
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(2);

  private static final List<StateName> STATES =
      List.of(
          StateName.READY,
          StateName.CLAIMED,
          StateName.COMMIT_UNKNOWN,
          StateName.UNRESOLVED,
          StateName.VERIFIED,
          StateName.REJECTED,
          StateName.RESOLVED);

  private final OperationStore store;
  private final OperationAnswers answers;

  OperationList(OperationStore store, OperationAnswers answers) {
    this.store = store;
    this.answers = answers;
  }

  /** A page, possibly with fewer items than the limit although the list goes on. */
  Page page(HttpRequest<?> request, Query query) {
    Caller caller = Callers.of(request);
    Optional<StateName> state = query.oneOf("state", STATES);
    Optional<String> destination = query.text("destination");
    int limit = query.limit();
    long end = System.nanoTime() + LONGEST_LOOK.toNanos();
    List<JsonNode> items = new ArrayList<>();
    try (OperationStore.Scan scan = store.scan(query.keyCursor())) {
      while (scan.hasNext()) {
        StoredOperation stored = scan.next();
        if (Intake.exists(stored)
            && state.filter(s -> !s.name().equals(TakenView.stateOf(stored))).isEmpty()
            && destination.filter(d -> !d.equals(destinationOf(stored))).isEmpty()
            && caller.covers(destinationOf(stored))) {
          items.add(answers.render(stored));
        }
        boolean enough = items.size() == limit || System.nanoTime() > end;
        if (enough && scan.hasNext()) {
          return new Page(items, Optional.of(stored.state().operationId()));
        }
      }
    }
    return new Page(items, Optional.empty());
  }
}
