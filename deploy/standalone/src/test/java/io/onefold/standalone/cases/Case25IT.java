package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.SchemaIds;
import io.onefold.standalone.client.OnefoldClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * K25: ledger and worker stand still until the broker, which runs on, has aborted the transaction
 * that was open. The limit is the ledger's own, ten seconds; they stand still for twelve instead of
 * twenty.
 */
@ExtendWith(CaseKafka.Shared.class)
@Tag("instances")
@Execution(ExecutionMode.CONCURRENT)
class Case25IT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration STANDSTILL = Duration.ofSeconds(12);

  private static final Script SCRIPT =
      Script.of(
          WriteStep.commit(Duration.ofMillis(300), Reply.status(201).after(Duration.ofMillis(500))),
          WriteStep.ACCEPT);

  private final CaseKafka kafka;

  Case25IT(CaseKafka kafka) {
    this.kafka = kafka;
  }

  @Test
  void k25ShouldRecoverWhenItStandsStillBeyondTheTransactionLimit() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "k25", 2)) {
      int port = OnefoldProcess.freePort();
      Path folder = onefold.folder();
      Files.writeString(folder.resolve("destinations.yaml"), onefold.yaml());
      URI address = URI.create("http://127.0.0.1:" + port);
      try (FreezableProcess ledger =
              start(
                  onefold,
                  "ledger",
                  "--port",
                  "" + port,
                  "--application-id",
                  onefold.applicationId(),
                  "--commit-interval",
                  "500ms");
          FreezableProcess worker = start(onefold, "worker", "--id", "w1");
          OnefoldClient client = new OnefoldClient(address, Optional.empty(), PATIENCE);
          Admin admin = kafka.admin()) {
        try (Traffic traffic = Traffic.of(onefold, client)) {
          onefold.standIns().get("plain").provider().scriptOthers(SCRIPT);
          traffic.flow();

          // when
          CaseRun run = frozenWithOpenTransaction(onefold, client, admin, ledger, worker);
          Instant frozen = Instant.now();
          await("abort")
              .atMost(PATIENCE)
              .until(
                  () ->
                      transactionOf(onefold, admin) != TransactionState.ONGOING
                          && Instant.now().isAfter(frozen.plus(STANDSTILL)));
          List<OperationEvent> recorded = journal(onefold, run.id());
          ledger.letRunOn();
          worker.letRunOn();
          await(run.id())
              .atMost(PATIENCE)
              .ignoreExceptions()
              .until(
                  () -> {
                    ledger.startAgainIfEnded();
                    worker.startAgainIfEnded();
                    return Installation.isVerified(run);
                  });

          // then
          JsonNode receipt = run.verified();
          run.counted(1, 1);
          assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
          assertRecordedBeforeTheSend(recorded, receipt);
          run.staysWhenDeliveredAgain();
        }
        // The ledger still runs, and takes what the traffic has left.
        onefold.judge();
      }
    }
  }

  private static FreezableProcess start(Installation onefold, String command, String... more)
      throws IOException {
    Path folder = onefold.folder();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                command,
                "--bootstrap-servers",
                onefold.bootstrapServers(),
                "--topic-prefix",
                onefold.topics().prefix(),
                "--destinations",
                folder.resolve("destinations.yaml").toString(),
                "--data",
                folder.resolve(command).toString()));
    arguments.addAll(List.of(more));
    return FreezableProcess.start(folder.resolve(command + ".log"), arguments);
  }

  /**
   * Freezes all right after a commit at the destination, while a transaction is open. Between two
   * transactions there are moments without one; then another operation is tried.
   */
  private static CaseRun frozenWithOpenTransaction(
      Installation onefold,
      OnefoldClient client,
      Admin admin,
      FreezableProcess ledger,
      FreezableProcess worker)
      throws Exception {
    for (int i = 1; i <= 10; i++) {
      CaseRun run = new CaseRun(client, onefold.standIns().get("plain"), "plain", "K25-" + i);
      run.submit(run.intent());
      await(run.id())
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(5))
          .until(() -> !run.effects().isEmpty());
      worker.freeze();
      ledger.freeze();
      if (transactionOf(onefold, admin) == TransactionState.ONGOING) {
        return run;
      }
      worker.letRunOn();
      ledger.letRunOn();
      run.verified();
    }
    throw new AssertionError("never a transaction open");
  }

  private static TransactionState transactionOf(Installation onefold, Admin admin)
      throws Exception {
    return admin.listTransactions().all().get(30, TimeUnit.SECONDS).stream()
        .filter(open -> open.transactionalId().startsWith(onefold.applicationId()))
        .map(open -> open.state())
        .findFirst()
        .orElse(TransactionState.EMPTY);
  }

  /** What of an operation stands in the journal for everybody to read. */
  private List<OperationEvent> journal(Installation onefold, String id) {
    AvroSerde<OperationEvent> serde = AvroSerde.of(OperationEvent.class, SchemaIds.from(Map.of()));
    String topic = onefold.topics().journal();
    return TopicReader.of(onefold.bootstrapServers(), topic, id).stream()
        .map(record -> serde.deserializer().deserialize(topic, record.value()))
        .toList();
  }

  private static void assertRecordedBeforeTheSend(List<OperationEvent> recorded, JsonNode receipt) {
    assertEquals("CLAIMED", recorded.getLast().getStateAfter(), recorded.toString());
    assertEquals("GRANT_CLAIM", recorded.getLast().getConclusion().getKind());
    int token = recorded.getLast().getToken();
    JsonNode last = receipt.path("attempts").path(token - 1);
    assertEquals(token, receipt.path("attempts").size(), receipt.toPrettyString());
    assertTrue(
        recorded.getLast().getInput().toString().contains(last.path("claimId").asText()),
        "the attempt that survived is the one that was granted");
  }

  /** Keeps a transaction open nearly always: the same intent again and again. */
  private record Traffic(ScheduledExecutorService threads, TopicWriter writer, CaseRun known)
      implements AutoCloseable {
    static Traffic of(Installation onefold, OnefoldClient client) {
      CaseRun known = new CaseRun(client, onefold.standIns().get("plain"), "plain", "K25-known");
      await("ready")
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> known.submit(known.intent()).path("state").isTextual());
      await(known.id())
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> Installation.isVerified(known));
      return new Traffic(
          Executors.newSingleThreadScheduledExecutor(),
          new TopicWriter(onefold.bootstrapServers(), onefold.topics()),
          known);
    }

    void flow() {
      // Its own future would only tell that it was cancelled.
      var unused =
          threads.scheduleAtFixedRate(
              () -> {
                // What does not arrive is followed by the next.
                var unusedFuture = writer.intent(known.intent());
              },
              0,
              25,
              TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
      threads.shutdownNow();
      writer.close();
    }
  }
}
