package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.schema.OperationId;
import io.onefold.schema.PayloadHash;
import io.onefold.schema.Topics;
import io.onefold.standalone.client.OnefoldClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys are plain text: a client that knows nothing of schemas reads them. */
@Tag("lab")
class KcatIT {
  private static final String NAME = "kcat";
  private static final int INTENTS = 20;

  @TempDir Path data;

  @BeforeAll
  static void install() throws IOException, InterruptedException {
    LabServer.assumeAskedFor(NAME);
    LabServer.install(NAME);
  }

  @Test
  void shouldReadTheOperationIdsWhenItReadsTheKeys() throws Exception {
    // given
    List<String> ids =
        IntStream.range(0, INTENTS)
            .mapToObj(i -> OperationId.of("kcat", "web/site", "item-" + i).value())
            .toList();
    try (SimulatedOnefold onefold = SimulatedOnefold.start(data, Map.of());
        OnefoldClient client =
            new OnefoldClient(onefold.url(), Optional.empty(), Duration.ofMinutes(1))) {
      for (String id : ids) {
        submit(client, id);
      }
      Awaitility.await()
          .atMost(Duration.ofMinutes(5))
          .until(
              () ->
                  LabTopic.read(onefold.bootstrapServers(), Topics.standard().receipts()).size()
                      == INTENTS);

      for (String topic : List.of(Topics.standard().intents(), Topics.standard().receipts())) {
        // when
        LabProcess read =
            LabProcess.run(
                data,
                List.of(
                    "kcat",
                    "-C",
                    "-e",
                    "-q",
                    "-b",
                    onefold.bootstrapServers(),
                    "-t",
                    topic,
                    "-X",
                    "isolation.level=read_committed",
                    "-f",
                    "%p %k\\n"));

        // then
        assertEquals(0, read.exitCode(), read::errors);
        assertEquals(expected(ids), new TreeSet<>(read.output().lines().toList()), topic);
        assertEquals(INTENTS, read.output().lines().count(), topic);
      }
    }
  }

  private static void submit(OnefoldClient client, String id) {
    String payload = "{\"content\":\"text\",\"title\":\"Title\"}";
    String hash = PayloadHash.ofBytes(payload.getBytes(StandardCharsets.UTF_8)).value();
    String intent =
        """
        {"operationId": "ID", "destination": "blog", "account": "acme", "environment": "live",
         "action": "publish", "payload": PAYLOAD,
         "approval": {"policy": "lab", "decision": "APPROVED", "by": "lab",
                      "at": "2026-10-30T10:00:00Z", "payloadHash": "HASH"}}
        """
            .replace("ID", id)
            .replace("PAYLOAD", payload)
            .replace("HASH", hash);
    client.submit(intent.getBytes(StandardCharsets.UTF_8));
  }

  private static Set<String> expected(List<String> ids) {
    Set<String> lines = new TreeSet<>();
    for (String id : ids) {
      int partition =
          BuiltInPartitioner.partitionForKey(
              id.getBytes(StandardCharsets.UTF_8), SimulatedOnefold.PARTITIONS);
      lines.add(partition + " " + id);
    }
    return lines;
  }
}
