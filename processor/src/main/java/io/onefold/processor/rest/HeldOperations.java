package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micronaut.http.HttpRequest;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState.Ready;
import io.onefold.processor.store.OperationStore;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** What waits for a destination: READY, and due. Thread-safe; calls block. */
@Singleton
final class HeldOperations {
  /** So that a count never holds up anybody for long. */
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(2);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Comparator<Oldest> AGE =
      Comparator.comparing(Oldest::since).thenComparing(Oldest::operationId);

  private final OperationStore store;
  private final Elsewhere elsewhere;
  private final Clock clock;

  HeldOperations(OperationStore store, Elsewhere elsewhere, Clock clock) {
    this.store = store;
    this.elsewhere = elsewhere;
    this.clock = clock;
  }

  /**
   * An operation that waits.
   *
   * @param since time of its first event
   */
  record Oldest(String operationId, Instant since) {}

  /**
   * What was found.
   *
   * @param count how many wait
   * @param whole false if there may be more: the look was ended
   */
  record Held(int count, boolean whole, Optional<Oldest> oldest) {
    ObjectNode render() {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("count", count);
      json.put("complete", whole);
      if (oldest.isPresent()) {
        json.putObject("oldest")
            .put("operationId", oldest.get().operationId())
            .put("since", oldest.get().since().toString());
      } else {
        json.putNull("oldest");
      }
      return json;
    }

    private static Held parse(byte[] answer) {
      try {
        JsonNode json = JSON.readTree(answer);
        JsonNode oldest = json.path("oldest");
        return new Held(
            json.path("count").asInt(),
            json.path("complete").asBoolean(),
            oldest.isObject()
                ? Optional.of(
                    new Oldest(
                        oldest.path("operationId").asText(),
                        Instant.parse(oldest.path("since").asText())))
                : Optional.empty());
      } catch (IOException e) {
        throw Problem.of(
                ProblemType.UNAVAILABLE, "another instance gave an unreadable answer; try again")
            .exception();
      }
    }

    private Held and(Held other) {
      return new Held(
          count + other.count,
          whole && other.whole,
          Stream.concat(oldest.stream(), other.oldest.stream()).min(AGE));
    }
  }

  /**
   * What waits on this instance.
   *
   * @param only this operation, if it waits; empty for all
   */
  Held here(String destination, Optional<String> only) {
    Instant now = clock.instant();
    if (only.isPresent()) {
      return named(destination, only.get(), now);
    }
    long end = System.nanoTime() + LONGEST_LOOK.toNanos();
    int count = 0;
    Optional<Oldest> oldest = Optional.empty();
    try (OperationStore.Scan scan = store.running()) {
      while (scan.hasNext()) {
        StoredOperation stored = scan.next();
        if (waits(stored, destination, now)) {
          count++;
          oldest = Stream.concat(oldest.stream(), Stream.of(oldest(stored))).min(AGE);
        }
        if (System.nanoTime() > end && scan.hasNext()) {
          return new Held(count, false, oldest);
        }
      }
    }
    return new Held(count, true, oldest);
  }

  /** Looked up, not looked for: among very many operations the look would end before it. */
  private Held named(String destination, String id, Instant now) {
    Optional<Oldest> found =
        store.placeOf(id) instanceof OperationStore.Place.There
            ? Optional.empty()
            : store
                .find(id)
                .filter(stored -> waits(stored, destination, now))
                .map(HeldOperations::oldest);
    return new Held(found.isPresent() ? 1 : 0, true, found);
  }

  private static Oldest oldest(StoredOperation stored) {
    return new Oldest(stored.state().operationId(), Instant.ofEpochMilli(stored.firstEventAtMs()));
  }

  private static boolean waits(StoredOperation stored, String destination, Instant now) {
    return stored.state() instanceof Ready ready
        && ready.operation().intent().destination().equals(destination)
        && ready.isDue(now);
  }

  /** What waits on all instances. */
  Held everywhere(HttpRequest<?> request, String destination, Optional<String> only) {
    String path = DestinationController.PATH + "/" + encoded(destination) + "/held";
    String query = only.map(id -> "?operation=" + encoded(id)).orElse("");
    Held all = here(destination, only);
    for (byte[] answer : elsewhere.askOthers(request, path + query)) {
      all = all.and(Held.parse(answer));
    }
    return all;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
