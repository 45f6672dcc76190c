package io.onefold.standalone;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.simulated.ItemsContract;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.schema.Topics;
import io.onefold.schema.signing.KeyFiles;
import io.onefold.schema.signing.ReceiptSignature;
import io.onefold.schema.signing.VerifyingKeys;
import io.onefold.standalone.client.OnefoldClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the program in a process of its own, which can be killed; the tests share one installation.
 */
@Tag("instances")
class StandaloneIT {
  private static final String READY = "Onefold is ready: ";

  @TempDir private static Path folder;
  private static SimulatedProviderServer provider;
  private static final List<Process> processes = new ArrayList<>();

  private static Running running;

  private record Running(Process process, URI url, String kafka) {
    OnefoldClient client() {
      return new OnefoldClient(url, Optional.empty(), Duration.ofSeconds(30));
    }
  }

  @BeforeAll
  static void start() throws IOException {
    provider = SimulatedProviderServer.start();
    Files.writeString(
        folder.resolve("destinations.yaml"),
        ItemsContract.of("blog", "acme", "live")
            .times("10s", "1s", "3s", "30s")
            .withoutApproval()
            .showing("title")
            .yaml(provider.baseUrl()));
    running = awaitReady(launch());
  }

  @AfterAll
  static void stopAll() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly();
      process.waitFor();
    }
    provider.close();
  }

  @Test
  void shouldRememberEverythingWhenItsProcessIsKilled() throws Exception {
    // given
    try (OnefoldClient ledger = running.client()) {
      ledger.submit(intent("before"));
      awaitState(ledger, "before", "VERIFIED");
    }

    // when
    running.process().destroyForcibly().waitFor();
    running = awaitReady(launch());
    try (OnefoldClient ledger = running.client()) {

      // then
      assertEquals("duplicate", ledger.submit(intent("before")).path("disposition").asText());
      assertEquals("accepted", ledger.submit(intent("after")).path("disposition").asText());
      awaitState(ledger, "after", "VERIFIED");
      assertEquals("VERIFIED", state(ledger, "before"));
      assertEquals(2, provider.provider().effects());
      assertSigned(ledger);
    }
  }

  /** What both processes signed is checked by the key that the first one made. */
  private static void assertSigned(OnefoldClient ledger) {
    VerifyingKeys keys =
        VerifyingKeys.of(KeyFiles.verifying(folder.resolve("data/signing-key.pem")));
    assertEquals(keys.jwks(), ledger.keys());
    // A state shows as soon as it is stored; receipts and checkpoints once they are committed.
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertEquals(2, ledger.receipts(Map.of()).items().size()));
    for (JsonNode receipt : ledger.receipts(Map.of()).items()) {
      assertTrue(ReceiptSignature.check((ObjectNode) receipt, keys).valid(), receipt::toString);
      String id = receipt.path("operationId").asText();
      assertEquals(receipt, ledger.operation(id).orElseThrow().path("receipt"));
    }
    SignedLog log = new SignedLog(running.kafka(), Topics.standard(), keys);
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertTrue(log.verified(0) + log.verified(1) > 0));
  }

  @Test
  void shouldRefuseTheDataFolderWhenAnotherProcessHasIt() throws Exception {
    // when
    Process second = launch();
    String said = new String(second.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    // then
    assertEquals(3, second.waitFor());
    assertTrue(said.contains("is in use by another process"), said);
    assertTrue(running.process().isAlive());
  }

  private static Process launch() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx384m",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            "io.onefold.standalone.Main",
            "standalone",
            "--destinations",
            folder.resolve("destinations.yaml").toString(),
            "--data",
            folder.resolve("data").toString(),
            "--port",
            "0",
            "--kafka-port",
            "0",
            "--partitions",
            "2");
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  /**
   * Its error stream is small enough for the pipe; the ready line ends the wait, or the end does.
   */
  private static Running awaitReady(Process process) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = String.valueOf(out.readLine());
    assertTrue(line.startsWith(READY), () -> line + errors(process));
    String kafka = line.replaceFirst(".*\\(Kafka ([^,]*),.*", "$1");
    return new Running(process, URI.create(line.substring(READY.length()).split(" ", 2)[0]), kafka);
  }

  private static String errors(Process process) {
    try {
      return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static void awaitState(OnefoldClient ledger, String id, String wanted)
      throws InterruptedException {
    Instant limit = Instant.now().plusSeconds(60);
    while (!state(ledger, id).equals(wanted) && Instant.now().isBefore(limit)) {
      Thread.sleep(50);
    }
    assertEquals(wanted, state(ledger, id));
  }

  private static String state(OnefoldClient ledger, String id) {
    return ledger.operation(id).map(found -> found.path("state").asText()).orElse("none");
  }

  private static byte[] intent(String id) {
    return ("{\"operationId\":\"%s\",\"destination\":\"blog\",\"account\":\"acme\","
            + "\"environment\":\"live\",\"action\":\"publish\",\"payload\":{\"title\":\"%s\"}}")
        .formatted(id, id)
        .getBytes(StandardCharsets.UTF_8);
  }
}
