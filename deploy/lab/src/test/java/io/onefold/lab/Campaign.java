package io.onefold.lab;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.standalone.client.OnefoldClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/** Many operations at one destination: submitted as a file of lines, watched to their end. */
final class Campaign {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Set<String> ENDS = Set.of("VERIFIED", "REJECTED", "RESOLVED", "UNRESOLVED");

  private final LabOnefold onefold;
  private final String destination;
  private final String run = Long.toHexString(ThreadLocalRandom.current().nextLong());
  private final List<ObjectNode> intents = new ArrayList<>();
  private final Map<String, JsonNode> ended = new HashMap<>();
  private Instant began = Instant.EPOCH;
  private Duration took = Duration.ZERO;

  Campaign(LabOnefold onefold, String destination) {
    this.onefold = onefold;
    this.destination = destination;
  }

  /** A text that no other campaign has. */
  String run() {
    return run;
  }

  /** The operation ID of the intent of this number. */
  String id(int number) {
    return "lab|%s|%s|%04d".formatted(destination, run, number);
  }

  /** Adds one intent, without a payload yet. */
  ObjectNode add() {
    ObjectNode intent =
        JsonNodeFactory.instance
            .objectNode()
            .put("operationId", id(intents.size()))
            .put("destination", destination)
            .put("account", "lab")
            .put("environment", "sandbox")
            .put("action", "create");
    intents.add(intent);
    return intent;
  }

  /** When it was submitted. */
  Instant began() {
    return began;
  }

  /** How many operations have a receipt. */
  int receipts() {
    return (int) ended.values().stream().filter(one -> one.path("receipt").isObject()).count();
  }

  /** Submits all, as a file, with the command that people use. */
  Campaign submit() throws IOException {
    Path file = Files.createTempFile("intents", ".ndjson");
    began = Instant.now();
    try {
      Files.write(file, intents.stream().map(JsonNode::toString).toList());
      onefold.command("submit", file.toString());
    } finally {
      Files.delete(file);
    }
    return this;
  }

  /** Waits until each operation is final or waits for a person. */
  Campaign awaitEnds() {
    OnefoldClient client = onefold.client();
    await(destination)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(250))
        .until(
            () -> {
              for (int number = 0; number < intents.size(); number++) {
                String id = id(number);
                if (!ended.containsKey(id)) {
                  client
                      .operation(id)
                      .filter(operation -> ENDS.contains(operation.path("state").asText()))
                      .ifPresent(operation -> ended.put(id, operation));
                }
              }
              return ended.size() == intents.size();
            });
    took = Duration.between(began, Instant.now());
    return this;
  }

  /** The operation at its end. */
  JsonNode operation(int number) {
    return ended.get(id(number));
  }

  /** The intent of this number. */
  ObjectNode intent(int number) {
    return intents.get(number);
  }

  /** The destination's identifiers of all that has a receipt. */
  Set<String> providerIds() {
    return ended.values().stream()
        .map(operation -> operation.at("/receipt/providerId").asText())
        .collect(Collectors.toSet());
  }

  /** The receipt of the operation; missing if it has none. */
  JsonNode receipt(int number) {
    return operation(number).path("receipt");
  }

  /**
   * Checks how many operations ended in which state, for which reason: {@code VERIFIED}, {@code
   * UNRESOLVED AUTHORIZATION}. A failure tells the whole story of an operation that should not be.
   */
  void assertEnds(Map<String, Long> expected) {
    Map<String, Long> states =
        ended.values().stream()
            .map(Campaign::state)
            .collect(Collectors.groupingBy(state -> state, TreeMap::new, Collectors.counting()));
    assertEquals(expected, states, () -> unexpected(expected.keySet()));
  }

  private String unexpected(Set<String> expected) {
    return ended.values().stream()
        .filter(operation -> !expected.contains(state(operation)))
        .findFirst()
        .map(operation -> onefold.command("explain", operation.path("operationId").asText()))
        .orElse("");
  }

  private static String state(JsonNode operation) {
    return (operation.path("state").asText() + " " + operation.path("reason").asText("")).strip();
  }

  int size() {
    return intents.size();
  }

  Duration took() {
    return took;
  }
}
