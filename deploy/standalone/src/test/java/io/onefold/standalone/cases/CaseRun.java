package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.SeenRequest;
import io.onefold.connector.simulated.SeenWrite;
import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.connector.simulated.StoredItem;
import io.onefold.standalone.client.OnefoldClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** One operation of a case: submitted and read over REST, counted at its destination. */
final class CaseRun {
  /** Longest wait for an end; no case of a quiet machine takes half of it. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** A granted attempt has long reached the destination by then. */
  private static final Duration A_SEND = Duration.ofSeconds(2);

  private static final Set<String> GIVEN_UP =
      Set.of("NOT_SENT LEASE_TOO_SHORT", "NOT_SENT GIVEN_UP");

  private static final Set<String> ENDS = Set.of("VERIFIED", "REJECTED", "RESOLVED", "UNRESOLVED");

  private final OnefoldClient client;
  private final SimulatedProviderServer destination;
  private final String contract;
  private final String id;

  CaseRun(OnefoldClient client, SimulatedProviderServer destination, String contract, String id) {
    this.client = client;
    this.destination = destination;
    this.contract = contract;
    this.id = id;
  }

  String id() {
    return id;
  }

  /** The scripted destination itself. */
  SimulatedProviderServer destination() {
    return destination;
  }

  private SimulatedProvider provider() {
    return destination.provider();
  }

  /** From now on the destination follows this script for the operation. */
  CaseRun script(Script script) {
    provider().script(id, script);
    return this;
  }

  /**
   * Submits an approved intent; the answer must be that it is accepted. A busy machine may say that
   * it is recorded, and decide a little later.
   */
  CaseRun submit() {
    return submitted(submit(intent()));
  }

  /** Checks that this answer says that the operation was accepted. */
  CaseRun submitted(JsonNode answer) {
    String disposition = answer.path("disposition").asText();
    if (disposition.equals("recorded")) {
      awaitKnown();
    } else {
      assertEquals("accepted", disposition, answer.toString());
    }
    return this;
  }

  /** The usual intent of this operation. */
  ObjectNode intent() {
    return Intents.of(contract, id, "text of " + id);
  }

  /** Submits this intent and returns the answer. */
  JsonNode submit(JsonNode intent) {
    return client.submit(intent.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** The operation as REST shows it. */
  JsonNode now() {
    return client.operation(id).orElseThrow();
  }

  /** Waits until the ledger knows the operation, which came over the topic. */
  CaseRun awaitKnown() {
    await(id).atMost(PATIENCE).until(() -> client.operation(id).isPresent());
    return this;
  }

  /** Waits until the operation looks like this, and returns it. */
  JsonNode when(Predicate<JsonNode> wanted) {
    return await(id).atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(this::now, wanted);
  }

  /** Waits until the operation is final or waits for a person. */
  JsonNode end() {
    return when(operation -> ENDS.contains(operation.path("state").asText()));
  }

  /** Waits for the end, which must be VERIFIED, and returns the receipt. */
  JsonNode verified() {
    JsonNode operation = end();
    assertEquals("VERIFIED", operation.path("state").asText(), operation.toPrettyString());
    JsonNode receipt = operation.path("receipt");
    assertEquals("VERIFIED", receipt.path("outcome").asText(), receipt.toPrettyString());
    assertEquals("FOUND", receipt.path("readback").path("result").asText());
    return receipt;
  }

  /** Waits for the end, which must be VERIFIED, and returns what the receipt calls the item. */
  String verifiedItem() {
    return verified().path("providerId").asText();
  }

  /** Waits for the end, which must be UNRESOLVED for this reason. */
  JsonNode unresolved(String reason, String stage) {
    return ended("UNRESOLVED", reason, stage);
  }

  /** Waits for the end, which must be REJECTED for this reason. */
  JsonNode rejected(String reason, String stage) {
    return ended("REJECTED", reason, stage);
  }

  private JsonNode ended(String state, String reason, String stage) {
    JsonNode operation = end();
    assertEquals(
        List.of(state, reason, stage),
        List.of(
            operation.path("state").asText(),
            operation.path("reason").asText(),
            operation.path("firstBrokenStage").asText()),
        operation.toPrettyString());
    return operation;
  }

  /** What the destination must have counted. */
  void counted(int effects, int writes) {
    assertEquals(
        List.of(effects, writes),
        List.of(effects().size(), writes().size()),
        () -> "effects and writes of " + id + ": " + effects() + writes());
  }

  /** What the destination has stored for the operation. */
  List<StoredItem> effects() {
    return provider().effects(id);
  }

  /** The writes that the destination has fully read. */
  List<SeenWrite> writes() {
    return provider().seenWrites().stream().filter(write -> write.operation().equals(id)).toList();
  }

  /** When the destination had fully read the write with this number, from 1. */
  Instant writtenAt(int number) {
    return writes().get(number - 1).at();
  }

  /** A write came, if at all, not earlier than this after the one before it. */
  void wroteNotBefore(int number, Duration least) {
    Duration pause = Duration.between(writtenAt(number - 1), writtenAt(number));
    assertTrue(pause.compareTo(least) >= 0, "write " + number + " came after " + pause);
  }

  /** Waits until that moment; nothing more may have come until then. */
  void staysUntil(Instant moment, int effects, int writes) {
    await(id)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> !Instant.now().isBefore(moment));
    counted(effects, writes);
  }

  /**
   * The same intent is delivered once more: it must be answered as known, with the state it is in,
   * and neither write nor effect may follow.
   */
  void staysWhenDeliveredAgain() {
    JsonNode before = now();
    int effects = effects().size();
    int writes = writes().size();
    JsonNode answer = submit(intent());
    assertEquals(
        List.of("duplicate", before.path("state").asText()),
        List.of(answer.path("disposition").asText(), answer.path("state").asText()),
        answer.toString());
    staysUntil(Instant.now().plus(A_SEND), effects, writes);
    JsonNode after = now();
    for (String field : List.of("state", "reason", "token", "attempts", "receipt")) {
      assertEquals(before.path(field), after.path(field), field);
    }
  }

  /** A person decides about what the operation shows now. */
  void review(String action, String reviewer) {
    ObjectNode decision = JsonNodeFactory.instance.objectNode();
    decision.put("action", action).put("reason", "checked by hand").put("reviewer", reviewer);
    client.review(id, decision.put("sequence", now().path("sequence").asLong()));
  }

  /** The events of the operation in order. */
  List<JsonNode> journal() {
    return client.journal(id).orElseThrow();
  }

  /**
   * How the attempts ended, in their order: the result and its detail. Without those that a busy
   * machine gave up before the first byte, because their grant came too late or not at all.
   */
  List<String> endings() {
    return elements(now().path("attempts"))
        .map(attempt -> attempt.path("result").asText() + " " + attempt.path("detail").asText())
        .filter(ending -> !GIVEN_UP.contains(ending))
        .toList();
  }

  /** What the readbacks saw, in their order. */
  List<String> readbackResults() {
    return answered().map(seen -> seen.path("result").asText()).toList();
  }

  /** The kinds of what the readbacks saw, in their order. */
  List<String> readbackDetails() {
    return answered().map(seen -> seen.path("detail").asText()).toList();
  }

  /** On a busy machine a question is put once more before its answer comes, which is harmless. */
  private Stream<JsonNode> answered() {
    return elements(now().path("readbacks")).filter(seen -> seen.hasNonNull("result"));
  }

  private static Stream<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  static Instant time(JsonNode json, String pointer) {
    return Instant.parse(json.at(pointer).asText());
  }

  /** The only open escalation of the operation. */
  JsonNode openEscalation() {
    List<JsonNode> open =
        await(id)
            .atMost(PATIENCE)
            .until(
                () -> client.escalations(Map.of("operation", id, "status", "open")).items(),
                items -> !items.isEmpty());
    assertEquals(1, open.size(), open.toString());
    return open.getFirst();
  }

  /** What somebody saw who looked at the operation. */
  record Sample(Instant at, String state) {}

  /** The state every half second until the end. */
  List<Sample> sampledUntilEnd() {
    List<Sample> samples = new ArrayList<>();
    await(id)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              String state = now().path("state").asText();
              samples.add(new Sample(Instant.now(), state));
              return ENDS.contains(state);
            });
    return samples;
  }

  /** All requests that the destination has fully read. */
  List<SeenRequest> requests() {
    return destination.requests();
  }
}
