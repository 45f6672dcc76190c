package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program of npm clients alone writes intents, reads receipts, and finds in each what REST says;
 * once with the ledger's own schemas, and once with a registry that is not ours.
 */
@Tag("lab")
class JavaScriptIT {
  private static final String NAME = "javascript";
  private static final int INTENTS = Integer.getInteger("lab.intents", 1000);
  private static final Topics TOPICS = Topics.standard();
  private static final Path INTENT_SCHEMA =
      Path.of("../../schemas/src/main/resources/io/onefold/schema/catalogue/intents/v1.avsc")
          .toAbsolutePath()
          .normalize();

  private static Path program;

  @TempDir Path data;

  @BeforeAll
  static void install() throws IOException, InterruptedException {
    LabServer.assumeAskedFor(NAME);
    program = LabServer.install(NAME);
  }

  @Test
  void shouldReadInReceiptsWhatRestSaysWhenTheSchemasAreBuiltIn() throws Exception {
    // given
    try (SimulatedOnefold onefold = SimulatedOnefold.start(data, Map.of())) {
      script(onefold);

      // when
      LabProcess run = run(onefold, onefold.url() + "/schema-registry", List.of());

      // then
      assertAllEqual(run);
      assertEffects(onefold);
      assertTrue(BuiltInCatalogue.isOwnId(idOf(placedRightly(onefold, TOPICS.intents()))));
      assertTrue(BuiltInCatalogue.isOwnId(idOf(placedRightly(onefold, TOPICS.receipts()))));
    }
  }

  @Test
  void shouldReadInReceiptsWhatRestSaysWhenARegistryGivesTheIds() throws Exception {
    // given
    LabServer registry = LabServer.start("registry", Ports.free(2));
    String url = registry.get("SCHEMA_REGISTRY_URL");
    try (SimulatedOnefold onefold =
        SimulatedOnefold.start(data, Map.of("schema.registry.url", url))) {
      script(onefold);

      // when
      LabProcess run = run(onefold, url, List.of("--schema", INTENT_SCHEMA.toString()));

      // then
      assertAllEqual(run);
      assertEffects(onefold);
      assertTrue(idOf(placedRightly(onefold, TOPICS.intents())) < BuiltInCatalogue.FIRST_ID);
      assertTrue(idOf(placedRightly(onefold, TOPICS.receipts())) < BuiltInCatalogue.FIRST_ID);
    } finally {
      registry.stop();
    }
  }

  @Test
  void shouldSayWhatDiffersWhenRestSaysSomethingElse() throws Exception {
    // given
    HttpServer liar =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    try (SimulatedOnefold onefold = SimulatedOnefold.start(data, Map.of())) {
      liar.createContext("/", exchange -> answerWrongly(onefold.url(), exchange));
      liar.start();
      String url = "http://127.0.0.1:" + liar.getAddress().getPort();

      // when
      LabProcess run =
          run(onefold, onefold.url() + "/schema-registry", List.of("--count", "2", "--url", url));

      // then
      assertEquals(1, run.exitCode(), run::toString);
      assertTrue(run.output().contains("\"differences\":2"), run::toString);
      assertTrue(
          run.errors().contains("the topic and REST differ at /publicUrl: \"http://127.0.0.1:"),
          run::toString);
    } finally {
      liar.stop(0);
    }
  }

  // Of ten intents one is refused for good, one has its answer lost, and one is refused for a
  // while:
  // their receipts have fields that a plain one has not.
  private static void script(SimulatedOnefold onefold) {
    for (int i = 0; i < INTENTS; i++) {
      switch (i % 10) {
        case 3 -> onefold.script(id(i), Script.of(WriteStep.refuse(Reply.status(422))));
        case 5 -> onefold.script(id(i), Script.of(WriteStep.commit(Reply.cut())));
        case 7 ->
            onefold.script(id(i), Script.of(WriteStep.refuse(Reply.status(503)), WriteStep.ACCEPT));
        default -> {
          // Taken at once.
        }
      }
    }
  }

  /** As the program names them. */
  private static String id(int number) {
    return "lab|web/site:%d|item=%05d".formatted(number % 7, number);
  }

  private static int refused() {
    return (INTENTS + 6) / 10;
  }

  private static LabProcess run(SimulatedOnefold onefold, String registry, List<String> more)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "node",
                "round-trip.js",
                "--bootstrap-servers",
                onefold.bootstrapServers(),
                "--registry",
                registry,
                "--url",
                onefold.url().toString(),
                "--count",
                String.valueOf(INTENTS),
                "--run",
                "lab",
                "--destination",
                SimulatedOnefold.DESTINATION,
                "--account",
                SimulatedOnefold.ACCOUNT,
                "--environment",
                SimulatedOnefold.ENVIRONMENT,
                "--timeout",
                "600"));
    command.addAll(more);
    return LabProcess.run(program, command);
  }

  private static void answerWrongly(URI ledger, HttpExchange exchange) throws IOException {
    byte[] receipt;
    try (InputStream in =
        URI.create(ledger + exchange.getRequestURI().getRawPath()).toURL().openStream()) {
      receipt = in.readAllBytes();
    }
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(receipt);
    byte[] wrong =
        json.put("publicUrl", "http://elsewhere").toString().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, wrong.length);
    exchange.getResponseBody().write(wrong);
    exchange.close();
  }

  private static void assertAllEqual(LabProcess run) throws IOException {
    assertEquals(0, run.exitCode(), run::toString);
    System.out.println("javascript: " + run.output().strip());
    JsonNode said = new ObjectMapper().readTree(run.output());
    assertEquals(INTENTS, said.path("receipts").asInt());
    assertEquals(0, said.path("differences").asInt());
    assertEquals(2, said.path("libraries").size());
    assertEquals(refused(), said.path("outcomes").path("REJECTED").asInt());
    assertEquals(INTENTS - refused(), said.path("outcomes").path("VERIFIED").asInt());
  }

  private static void assertEffects(SimulatedOnefold onefold) {
    assertEquals(INTENTS - refused(), onefold.effects());
  }

  /** The records of the run, one for each intent, each where Java's client would have put it. */
  private static List<ConsumerRecord<String, byte[]>> placedRightly(
      SimulatedOnefold onefold, String topic) {
    List<ConsumerRecord<String, byte[]>> records = LabTopic.read(onefold.bootstrapServers(), topic);
    assertEquals(INTENTS, records.size(), topic);
    for (ConsumerRecord<String, byte[]> record : records) {
      int expected =
          BuiltInPartitioner.partitionForKey(
              record.key().getBytes(StandardCharsets.UTF_8), SimulatedOnefold.PARTITIONS);
      assertEquals(expected, record.partition(), record::key);
    }
    assertEquals(
        SimulatedOnefold.PARTITIONS,
        records.stream().map(ConsumerRecord::partition).distinct().count());
    return records;
  }

  private static int idOf(List<ConsumerRecord<String, byte[]>> records) {
    Set<Integer> ids =
        records.stream()
            .map(record -> ByteBuffer.wrap(record.value()).getInt(1))
            .collect(Collectors.toSet());
    assertEquals(1, ids.size(), ids::toString);
    return ids.iterator().next();
  }
}
