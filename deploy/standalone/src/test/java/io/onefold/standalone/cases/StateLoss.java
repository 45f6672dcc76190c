package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.processor.rebuild.Progress;
import io.onefold.processor.rebuild.Rebuild;
import io.onefold.processor.rebuild.RebuildReport;
import io.onefold.processor.rebuild.Replay;
import io.onefold.standalone.cases.Installation.RunningInstance;
import io.onefold.topology.StartRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;

/**
 * Operations that ended and operations that did not, and how both must look after their state was
 * lost and is there again: nothing that was sent is sent again, and what waited goes on.
 */
final class StateLoss {
  /** The operation that no worker takes. */
  static final String WAITS = "loss-waits";

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Installation onefold;
  private final SimulatedProvider provider;
  private final List<ObjectNode> intents = new ArrayList<>();
  private final Map<String, JsonNode> receipts = new HashMap<>();
  private int writes;

  /** Carries out so many operations, then leaves one that no worker takes, and stops everything. */
  StateLoss(Installation onefold, int operations) throws Exception {
    this.onefold = onefold;
    provider = onefold.standIns().get("plain").provider();
    RunningInstance ledger = onefold.ledger("one");
    onefold.worker("w1");
    onefold.awaitShared();
    writeNothing();
    for (int i = 1; i <= operations; i++) {
      CaseRun run = onefold.operation(ledger, "plain", "loss-" + i);
      intents.add(run.intent());
      run.submit(intents.getLast());
    }
    for (ObjectNode intent : intents) {
      CaseRun run = run(ledger, intent);
      receipts.put(run.id(), run.verified());
    }
    // Nobody serves this pool: it waits, with its payload.
    CaseRun waiting = onefold.operation(ledger, "slow", WAITS);
    intents.add(Intents.of("slow", waiting.id(), "text of " + waiting.id()));
    waiting.submit(intents.getLast());
    waiting.awaitKnown();
    writes = provider.seenWrites().size();
    onefold.stop();
  }

  /** Records without a value, which are read again when the state is built. */
  private void writeNothing() throws Exception {
    try (TopicWriter writer = new TopicWriter(onefold.bootstrapServers(), onefold.topics())) {
      for (String input : onefold.topics().inputs()) {
        for (int i = 0; i < 8; i++) {
          byte[] key = ("nothing-" + i).getBytes(StandardCharsets.UTF_8);
          writer.write(new ProducerRecord<>(input, key, null)).get();
        }
      }
    }
  }

  private CaseRun run(RunningInstance at, ObjectNode intent) {
    return onefold.operation(
        at, intent.path("destination").asText(), intent.path("operationId").asText());
  }

  /** The ledger must not start, and says what is lost and what to do. */
  String refuses(Installation at) {
    return refuses(at, at.applicationId());
  }

  /** The same under another application ID. */
  String refuses(Installation at, String application) {
    StartRefusedException refused =
        assertThrows(StartRefusedException.class, () -> at.ledgerOf(application, "one"));
    String message = refused.getMessage();
    assertTrue(message.contains("STATE_GAP"), message);
    assertTrue(message.contains("onefold rebuild"), message);
    assertTrue(refused.rebuildHelps(), message);
    at.stop();
    return message;
  }

  /** Nothing is built, and what is said of that. */
  static String refusesToRebuild(Installation at, String application) {
    return assertThrows(
            StartRefusedException.class,
            () -> Rebuild.run(at.rebuild(application), false, Progress.NONE))
        .getMessage();
  }

  /** Builds the state again. */
  RebuildReport rebuild(Installation at, String application) {
    awaitNoMembers(at, application);
    return Rebuild.run(at.rebuild(application), false, Progress.NONE);
  }

  /** Stopped instances leave their group a little later. */
  static void awaitNoMembers(Installation at, String application) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", at.bootstrapServers()))) {
      await(application)
          .atMost(PATIENCE)
          .until(
              () ->
                  admin.listGroups().all().get(30, TimeUnit.SECONDS).stream()
                      .filter(group -> group.groupId().equals(application))
                      .flatMap(group -> group.groupState().stream())
                      .allMatch(s -> s == GroupState.EMPTY || s == GroupState.DEAD));
    }
  }

  /** Everything is submitted again, to a ledger with workers: nothing is sent again. */
  void continues(Installation at, String application) throws Exception {
    long covered = at.signedLog().verified(0);
    RunningInstance ledger = at.ledgerOf(application, "one");
    at.worker("w1");
    for (ObjectNode intent : intents) {
      CaseRun run = run(ledger, intent);
      JsonNode answer = run.submit(intent);
      assertEquals("duplicate", answer.path("disposition").asText(), answer.toString());
      if (receipts.containsKey(run.id())) {
        assertEquals(receipts.get(run.id()), run.verified());
      }
    }
    CaseRun first = run(ledger, intents.getFirst());
    first.staysUntil(Instant.now().plusSeconds(2), 1, 1);
    assertEquals(writes, provider.seenWrites().size());
    at.worker("slow", "w2", Map.of(), 4);
    CaseRun waited = run(ledger, intents.getLast());
    assertEquals("VERIFIED", waited.end().path("state").asText());
    assertEquals(1, at.standIns().get("slow").provider().effects(waited.id()).size(), waited.id());
    assertEquals(List.of(), Replay.run(at.rebuild(application), Progress.NONE).first());
    at.judge();
    await("the next checkpoint follows")
        .atMost(PATIENCE)
        .untilAsserted(() -> assertTrue(at.signedLog().verified(0) > covered));
    at.stop();
  }

  /** Sets the positions of a stopped ledger. */
  static void setPositions(Installation at, Map<TopicPartition, Long> positions) throws Exception {
    awaitNoMembers(at, at.applicationId());
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    positions.forEach((input, offset) -> offsets.put(input, new OffsetAndMetadata(offset)));
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", at.bootstrapServers()))) {
      admin.alterConsumerGroupOffsets(at.applicationId(), offsets).all().get(30, TimeUnit.SECONDS);
    }
  }

  /** Deletes topics. */
  static void delete(Installation at, List<String> topics) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", at.bootstrapServers()))) {
      admin.deleteTopics(topics).all().get(30, TimeUnit.SECONDS);
      await("topics are gone")
          .atMost(PATIENCE)
          .until(
              () ->
                  admin.listTopics().names().get(30, TimeUnit.SECONDS).stream()
                      .noneMatch(topics::contains));
    }
  }

  /** Deletes a folder with all that is in it. */
  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(StateLoss::deleteFile);
    }
  }

  private static void deleteFile(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
