package io.onefold.standalone.cli;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.simulated.ItemsContract;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.destination.DestinationsFile;
import io.onefold.schema.Topics;
import io.onefold.standalone.EmbeddedKafka;
import io.onefold.standalone.Standalone;
import io.onefold.standalone.StandaloneSettings;
import io.onefold.standalone.StartException;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.topology.LedgerSettings;
import io.onefold.topology.Stores;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A standalone installation does not start, and its owner does what it says. */
@Tag("instances")
@Tag("campaign")
class StandaloneRebuildIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final byte[] INTENT =
      ("{\"operationId\":\"once\",\"destination\":\"blog\",\"account\":\"acme\","
              + "\"environment\":\"live\",\"action\":\"publish\",\"payload\":{\"title\":\"once\"}}")
          .getBytes(StandardCharsets.UTF_8);

  @TempDir private Path data;
  private SimulatedProviderServer provider;

  @BeforeEach
  void work() throws Exception {
    provider = SimulatedProviderServer.start();
    try (Standalone onefold = start();
        OnefoldClient client = client(onefold)) {
      assertEquals("accepted", client.submit(INTENT).path("disposition").asText());
      awaitVerified(client);
    }
  }

  @AfterEach
  void stop() {
    provider.close();
  }

  @Test
  void shouldNameTheFolderWhenTheChecksOfTheStartRefuse() throws Exception {
    // given
    try (EmbeddedKafka broker = EmbeddedKafka.start(data.resolve("kafka"), 0);
        Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin.deleteTopics(List.of(changelog(Stores.OPERATIONS))).all().get(30, TimeUnit.SECONDS);
    }

    // when
    String message = assertThrows(StartException.class, this::start).getMessage();

    // then
    assertTrue(message.contains(changelog(Stores.OPERATIONS) + " does not exist"), message);
    goesOnAfterWhatItSays(message);
  }

  @Test
  void shouldNameTheFolderWhenATaskRefuses() throws Exception {
    // given
    try (EmbeddedKafka broker = EmbeddedKafka.start(data.resolve("kafka"), 0);
        KafkaProducer<String, String> producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
      producer
          .send(
              new ProducerRecord<>(
                  changelog(Stores.MARKS), 0, Stores.REBUILDING_KEY, "2026-10-31T08:00:00Z"))
          .get(30, TimeUnit.SECONDS);
    }

    // when
    String message = assertThrows(StartException.class, this::start).getMessage();

    // then
    assertTrue(message.contains("a rebuild that began at 2026-10-31T08:00:00Z"), message);
    goesOnAfterWhatItSays(message);
  }

  private void goesOnAfterWhatItSays(String message) throws Exception {
    String last = message.lines().toList().getLast();
    assertTrue(last.endsWith("onefold rebuild --data " + data + " --yes"), message);
    CommandRun rebuild = CommandRun.of("rebuild", "--data", data.toString(), "--yes");
    assertEquals(0, rebuild.exitCode(), rebuild.err());
    try (Standalone onefold = start();
        OnefoldClient client = client(onefold)) {
      assertEquals("duplicate", client.submit(INTENT).path("disposition").asText());
      awaitVerified(client);
      assertEquals(1, provider.provider().effects());
    }
  }

  private Standalone start() throws InterruptedException {
    return Standalone.start(
        new StandaloneSettings(
            data,
            DestinationsFile.parse(
                "destinations",
                ItemsContract.of("blog", "acme", "live")
                    .times("10s", "1s", "3s", "30s")
                    .withoutApproval()
                    .showing("title")
                    .yaml(provider.baseUrl())),
            Topics.standard(),
            "127.0.0.1",
            0,
            0,
            Optional.of(1)));
  }

  private static OnefoldClient client(Standalone onefold) {
    return new OnefoldClient(onefold.url(), Optional.empty(), PATIENCE);
  }

  private static void awaitVerified(OnefoldClient client) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                client
                    .operation("once")
                    .map(found -> found.path("state"))
                    .map(JsonNode::asText)
                    .filter("VERIFIED"::equals)
                    .isPresent());
  }

  private static String changelog(String store) {
    return Stores.changelog(LedgerSettings.DEFAULT_APPLICATION_ID, store);
  }
}
