package io.onefold.lab;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of a table in PostgreSQL become operations, however often they are delivered. */
@Tag("lab")
class OutboxIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir Path folder;
  private OutboxStage stage;

  @BeforeEach
  void start() throws Exception {
    LabServer.assumeAskedFor("outbox");
    stage = OutboxStage.start(folder);
  }

  @AfterEach
  void stop() throws Exception {
    if (stage != null) {
      stage.close();
    }
  }

  @Test
  void shouldVerifyEachRowOnceWhenTheConnectorIsKilledAndReadsAllAgain() throws Exception {
    // given
    stage.sql("BEGIN; " + row("order-1") + row("order-2") + "COMMIT;");
    stage.sql("BEGIN; " + row("taken-back") + "ROLLBACK;");
    stage.sql(row("order-1"));
    stage.sql(
        "INSERT INTO onefold_outbox (operation_id, intent) VALUES ('wrong', '"
            + intent("wrong").replace("\"action\"", "\"owner\": \" \", \"action\"")
            + "');");

    // when
    stage.startConnect();
    awaitVerified("order-1", "order-2");
    stage.killConnect();
    stage.forgetOffsets();
    stage.sql(row("order-3"));
    stage.startConnect();
    awaitVerified("order-3");
    Topics topics = Topics.standard();
    await().atMost(PATIENCE).until(() -> count(stage.read(topics.intents()), "order-1") >= 4);

    // then
    List<ConsumerRecord<String, byte[]>> intents = stage.read(topics.intents());
    assertTrue(count(intents, "order-2") >= 2, intents::toString);
    assertEquals(0, count(intents, "taken-back"));
    assertEquals(0, count(intents, "wrong"));
    List<ConsumerRecord<String, byte[]>> receipts = stage.read(topics.receipts());
    for (String id : List.of("order-1", "order-2", "order-3")) {
      assertEquals(1, count(receipts, id), id);
      assertEquals(1, stage.effects(id), id);
      assertEquals("VERIFIED", stage.state(id));
    }
    assertEquals(3, receipts.size());
    List<ConsumerRecord<String, byte[]>> letters = stage.read(topics.deadLetters());
    assertTrue(count(letters, "wrong") >= 1, letters::toString);
    String error = stage.header(letters.get(0), "onefold.error");
    assertTrue(error.contains("owner is blank"), error);
  }

  @Test
  void shouldFailTheCallersTransactionWhenARowCannotBeAnIntent() throws Exception {
    // when
    String blank = stage.refusedSql(row("has a blank"));
    String other = stage.refusedSql(row("order-9").replace("('order-9'", "('order-8'"));
    stage.sql(row("order-9"));
    String changed = stage.refusedSql("UPDATE onefold_outbox SET operation_id = 'order-8';");

    // then
    assertTrue(blank.contains("onefold_outbox_operation_id_check"), blank);
    assertTrue(other.contains("one_operation"), other);
    assertTrue(changed.contains("cannot be changed"), changed);
  }

  private void awaitVerified(String... ids) {
    for (String id : ids) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertEquals("VERIFIED", stage.state(id), stage::trouble));
    }
  }

  private static long count(List<ConsumerRecord<String, byte[]>> records, String key) {
    return records.stream().filter(one -> key.equals(one.key())).count();
  }

  private static String row(String id) {
    return "INSERT INTO onefold_outbox (operation_id, intent) VALUES ('%s', '%s');\n"
        .formatted(id, intent(id));
  }

  private static String intent(String id) {
    return """
    {"operationId": "%s", "destination": "blog", "account": "acme-editorial", "environment": "lab",
     "action": "publish", "payload": {"title": "%s", "content": "from a table"}}\
    """
        .formatted(id, id);
  }
}
