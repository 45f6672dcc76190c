package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.standalone.cases.Installation.RunningInstance;
import io.onefold.standalone.client.OnefoldClient;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** K26: everything that ledger and workers ever read is read once more. */
@ExtendWith(CaseKafka.Shared.class)
@Tag("instances")
@Execution(ExecutionMode.CONCURRENT)
class Case26IT {
  /**
   * The one that is not authorised: its destination stays suspended, also when all is read again.
   */
  private static final int LOCKED = 2;

  private static final int OPERATIONS = 100;
  private static final int PARTITIONS = 4;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final List<String> SHOWN =
      List.of("state", "reason", "firstBrokenStage", "token", "attempts", "receipt");

  private final CaseKafka kafka;

  Case26IT(CaseKafka kafka) {
    this.kafka = kafka;
  }

  @Test
  void k26ShouldSendNothingWhenAllIsReadAgainFromTheBeginning() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "k26", PARTITIONS);
        Admin admin = kafka.admin()) {
      SimulatedProvider provider = onefold.standIns().get("plain").provider();
      RunningInstance before = onefold.ledger("one");
      onefold.worker("w1");
      onefold.awaitShared();
      IntStream.rangeClosed(1, OPERATIONS).forEach(i -> submit(onefold, before, i));
      Map<String, JsonNode> operations = awaitEnds(before.client());
      List<JsonNode> receipts = receipts(before.client());
      List<JsonNode> questions = openQuestions(before.client());
      int writes = provider.seenWrites().size();
      assertEquals(
          Map.of("VERIFIED", 61L, "REJECTED", 20L, "UNRESOLVED", 20L), countByState(operations));

      // when
      onefold.stop();
      long records = reset(admin, onefold.applicationId(), onefold.topics().inputs());
      reset(admin, onefold.workerGroup("default"), List.of(onefold.topics().commands("default")));
      RunningInstance after = onefold.ledger("one");
      onefold.worker("w1");

      // then
      await("read again")
          .atMost(PATIENCE)
          .until(() -> inputs(after) >= records && lag(admin, onefold) == 0);
      Instant replayed = Instant.now();
      await().atMost(PATIENCE).until(() -> Instant.now().isAfter(replayed.plusSeconds(10)));
      assertEquals(writes, provider.seenWrites().size());
      Map<String, JsonNode> same = awaitEnds(after.client());
      operations.forEach((id, was) -> assertSame(was, same.get(id)));
      assertEquals(receipts, receipts(after.client()));
      assertEquals(questions, openQuestions(after.client()));
      assertReplayIsVisible(after);
      onefold.judge();
    }
  }

  /** Three in five are accepted, the others refused, not approved or not authorised. */
  private static void submit(Installation onefold, RunningInstance at, int number) {
    CaseRun run = onefold.operation(at, number == LOCKED ? "locked" : "plain", "K26-" + number);
    ObjectNode intent = run.intent();
    switch (number % 10) {
      case 0, 1 -> run.script(Script.of(WriteStep.refuse(Reply.status(422)), WriteStep.ACCEPT));
      case 2 -> {
        if (number == LOCKED) {
          run.script(Script.of(WriteStep.refuse(Reply.status(401)), WriteStep.ACCEPT));
        } else {
          intent.remove("approval");
        }
      }
      case 3 -> intent.remove("approval");
      default -> run.script(Script.ACCEPTING);
    }
    run.submit(intent);
  }

  private static Map<String, JsonNode> awaitEnds(OnefoldClient client) {
    return await("ends")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> operations(client),
            all ->
                all.size() == OPERATIONS + 1
                    && all.values().stream()
                        .noneMatch(
                            operation ->
                                List.of("READY", "CLAIMED", "COMMIT_UNKNOWN")
                                    .contains(operation.path("state").asText())));
  }

  private static Map<String, JsonNode> operations(OnefoldClient client) {
    Map<String, JsonNode> all = new TreeMap<>();
    for (JsonNode listed : client.operations(Map.of("limit", "1000")).items()) {
      String id = listed.path("operationId").asText();
      all.put(id, client.operation(id).orElseThrow());
    }
    return all;
  }

  private static Map<String, Long> countByState(Map<String, JsonNode> operations) {
    return operations.values().stream()
        .collect(Collectors.groupingBy(o -> o.path("state").asText(), Collectors.counting()));
  }

  private static List<JsonNode> receipts(OnefoldClient client) {
    return client.receipts(Map.of("limit", "1000")).items();
  }

  private static List<JsonNode> openQuestions(OnefoldClient client) {
    return client.escalations(Map.of("status", "open", "limit", "1000")).items();
  }

  private static void assertSame(JsonNode was, JsonNode is) {
    for (String field : SHOWN) {
      assertEquals(was.path(field), is.path(field), field + " of " + was.path("operationId"));
    }
  }

  /** Moves a stopped group to the first record of each partition; returns how many lie ahead. */
  private static long reset(Admin admin, String group, Collection<String> topics) throws Exception {
    Map<TopicPartition, OffsetAndMetadata> first = new HashMap<>();
    topics.forEach(
        topic ->
            IntStream.range(0, PARTITIONS)
                .forEach(p -> first.put(new TopicPartition(topic, p), new OffsetAndMetadata(0))));
    await("group is empty")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              admin.alterConsumerGroupOffsets(group, first).all().get(30, TimeUnit.SECONDS);
              return true;
            });
    return lag(admin, group);
  }

  private static long lag(Admin admin, Installation onefold) throws Exception {
    return lag(admin, onefold.applicationId()) + lag(admin, onefold.workerGroup("default"));
  }

  private static long lag(Admin admin, String group) throws Exception {
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin
            .listConsumerGroupOffsets(group)
            .partitionsToOffsetAndMetadata()
            .get(30, TimeUnit.SECONDS);
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    committed.keySet().forEach(partition -> latest.put(partition, OffsetSpec.latest()));
    var ends = admin.listOffsets(latest).all().get(30, TimeUnit.SECONDS);
    return ends.entrySet().stream()
        .mapToLong(end -> end.getValue().offset() - committed.get(end.getKey()).offset())
        .sum();
  }

  private static long inputs(RunningInstance instance) {
    return instance.ledger().streams().orElseThrow().counters().snapshot().entrySet().stream()
        .filter(count -> count.getKey().startsWith("inputs."))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** In a process that has just started, more intents than it took: all of them repeated. */
  private static void assertReplayIsVisible(RunningInstance instance) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      String metrics =
          http.send(
                  HttpRequest.newBuilder(instance.client().base().resolve("/prometheus")).build(),
                  BodyHandlers.ofString())
              .body();
      assertTrue(
          value(metrics, "onefold_ledger_inputs_total{kind=\"IntentSubmitted\"}") >= OPERATIONS,
          metrics);
      assertTrue(value(metrics, "onefold_ledger_conclusions_total{kind=\"Stay\"}") >= OPERATIONS);
      for (String kind : List.of("Offer", "SendOffer", "GrantClaim")) {
        assertEquals(
            0, value(metrics, "onefold_ledger_conclusions_total{kind=\"" + kind + "\"}"), kind);
      }
    }
  }

  private static double value(String metrics, String name) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .sum();
  }
}
