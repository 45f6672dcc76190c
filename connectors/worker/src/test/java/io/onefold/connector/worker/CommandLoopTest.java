package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.AvroDeserializer;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Command;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.SendReported;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.Test;

class CommandLoopTest {
  private final ShellBench shell = new ShellBench(true);

  @Test
  void shouldClaimSendAndReportUnderTheOperationsKey() throws InterruptedException {
    shell.assign(0);
    shell.arrive(0, Commands.send("op", 1));
    shell.turn();
    assertEquals(List.of(), shell.connector.writes);

    shell.arrive(0, Commands.grant("op", 1, shell.claimIdOf("op")));
    shell.turn();
    shell.runCalls();

    assertEquals("ACCEPTED", shell.facts(SendReported.class).getFirst().getResult());
    assertEquals(1, shell.connector.writes.size());
    shell.producer.history().forEach(event -> assertEquals("op", text(event.key())));
  }

  @Test
  void shouldNeverUseAClaimIdTwice() throws InterruptedException {
    shell.assign(0);
    shell.arrive(0, Commands.send("a", 1));
    shell.arrive(0, Commands.send("shop", "b", 1));
    shell.turn();

    List<ClaimRequested> claims = shell.facts(ClaimRequested.class);
    assertEquals(2, claims.size());
    assertNotEquals(claims.get(0).getClaimId(), claims.get(1).getClaimId());
    assertTrue(claims.get(0).getClaimId().matches("[0-9a-f]{32}"));
  }

  @Test
  void shouldStaySilentOnCommandsOfItsFormerLife() throws InterruptedException {
    shell.assign(0);
    shell.arrive(0, Commands.send("op", 1));
    shell.arrive(0, Commands.grant("op", 1, "claim-of-former-life"));
    shell.turn();
    shell.runCalls();

    assertEquals(List.of(), shell.events());
    assertEquals(List.of(), shell.connector.writes);
  }

  @Test
  void shouldGiveUpAClaimInTheLogAfterTheClaimWhenItsPartitionGoesElsewhere()
      throws InterruptedException {
    shell.assign(0, 1);
    shell.arrive(0, Commands.send("op", 1));
    shell.turn();

    shell.reassign(Set.of(1));
    shell.turn();

    assertEquals(2, shell.events().size());
    assertTrue(shell.events().get(0).getFact() instanceof ClaimRequested);
    assertEquals("GIVEN_UP", shell.facts(SendReported.class).getFirst().getDetail());
  }

  @Test
  void shouldCommitNothingOfAnOfferUntilItsClaimIsAcknowledged() throws InterruptedException {
    ShellBench slow = new ShellBench(false);
    slow.assign(0);
    slow.arrive(0, Commands.send("op", 1));
    slow.turnAndCommit();
    assertEquals(0, slow.committed(0));

    slow.producer.completeNext();
    slow.turnAndCommit();

    assertEquals(1, slow.committed(0));
  }

  @Test
  void shouldCommitAReadbackOnlyAfterItsReport() throws InterruptedException {
    shell.assign(0);
    shell.arrive(0, Commands.readback("op", 1, 1));
    shell.turnAndCommit();
    assertEquals(0, shell.committed(0));

    shell.runCalls();
    shell.turnAndCommit();

    assertEquals(1, shell.facts(ReadbackReported.class).size());
    assertEquals(1, shell.committed(0));
  }

  @Test
  void shouldCommitAPartitionThatHasNoRecords() throws InterruptedException {
    shell.assign(3);

    shell.turnAndCommit();

    assertEquals(0, shell.committed(3));
  }

  @Test
  void shouldNotClaimBeforeAPartitionIsReadToItsEnd() throws InterruptedException {
    shell.assign(0);
    shell.consumer.setMaxPollRecords(1);
    shell.consumer.updateEndOffsets(Map.of(new TopicPartition(ShellBench.COMMANDS, 0), 3L));
    shell.arrive(0, Commands.send("stale", 1));
    shell.arrive(0, Commands.send("open", 1));
    shell.arrive(0, Commands.grant("stale", 1, "of-former-life"));
    shell.loop.turn();
    shell.loop.turn();
    assertEquals(List.of(), shell.events());

    shell.turn();

    assertEquals(1, shell.events().size());
    assertEquals("open", shell.events().getFirst().getOperationId());
  }

  @Test
  void shouldSetGarbageAsideAndGoOn() throws InterruptedException {
    shell.assign(0);
    shell.arrive(0, bytes("op"), bytes("{\"not\":\"avro\"}"));
    shell.arrive(0, bytes("op"), new byte[0]);
    shell.arrive(0, bytes("op"), null);
    shell.arrive(0, null, bytes("x"));
    shell.arrive(0, Commands.send("op", 1));
    shell.turnAndCommit();

    assertEquals(4, shell.deadLetters().size());
    ProducerRecord<byte[], byte[]> first = shell.deadLetters().getFirst();
    assertArrayEquals(bytes("{\"not\":\"avro\"}"), first.value());
    assertEquals(ShellBench.COMMANDS, header(first, "onefold.topic"));
    assertEquals("0", header(first, "onefold.partition"));
    assertEquals("0", header(first, "onefold.offset"));
    assertTrue(header(first, "onefold.error").contains("JSON"));
    assertEquals("UNREADABLE_RECORD", header(first, "onefold.reason"));
    assertEquals(1, shell.facts(ClaimRequested.class).size());
    assertEquals(5, shell.committed(0));
    assertEquals(4, shell.metrics.snapshot().count(WorkerMetrics.Counter.DEAD_LETTERS));
  }

  @Test
  void shouldSetARecordAsideWhoseKeyIsNotItsOperation() throws InterruptedException {
    ShellBench other = new ShellBench(true, fixed(Commands.send("op", 1)));
    other.assign(0);
    other.arrive(0, bytes("another"), bytes("any"));
    other.turn();

    assertEquals(1, other.deadLetters().size());
    assertEquals(List.of(), other.events());
  }

  @Test
  void shouldWaitForASchemaInsteadOfSettingTheRecordAside() throws InterruptedException {
    AvroDeserializer<Command> unreachable = new AvroDeserializer<>();
    unreachable.configure(Map.of(SchemaIds.REGISTRY_URL, "http://127.0.0.1:1"), false);
    ShellBench other = new ShellBench(true, unreachable);
    other.assign(0);
    byte[] ofAnUnknownSchema = {0, 0x7f, 1, 2, 3, 0};
    other.arrive(0, bytes("op"), ofAnUnknownSchema);

    other.loop.turn();

    assertEquals(List.of(), other.deadLetters());
    assertEquals(0, other.consumer.position(new TopicPartition(ShellBench.COMMANDS, 0)));
    assertEquals(1, other.metrics.snapshot().count(WorkerMetrics.Counter.LOOP_FAILURES));
  }

  @Test
  void shouldReadFromTheFirstRecordWhenNoOffsetIsLeft() throws InterruptedException {
    shell.assign(0);
    TopicPartition where = new TopicPartition(ShellBench.COMMANDS, 0);
    shell.arrive(0, Commands.send("op", 1));
    shell.consumer.seek(where, 1);
    shell.consumer.setPollException(new NoOffsetForPartitionException(where));

    shell.loop.turn();

    assertEquals(0, shell.consumer.position(where));
    assertEquals(1, shell.metrics.snapshot().count(WorkerMetrics.Counter.OFFSET_RESETS));
  }

  @Test
  void shouldGoOnWhenReadingFails() throws InterruptedException {
    shell.assign(0);
    shell.consumer.setPollException(new KafkaException("no right to read"));
    shell.loop.turn();
    shell.inbox.post(() -> {});
    shell.arrive(0, Commands.send("op", 1));

    shell.turn();

    assertEquals(1, shell.facts(ClaimRequested.class).size());
    assertEquals(1, shell.metrics.snapshot().count(WorkerMetrics.Counter.LOOP_FAILURES));
  }

  @Test
  void shouldLeaveTheGroupAtTheEnd() throws InterruptedException {
    shell.assign(0);
    shell.turn();

    shell.core.stop();
    shell.loop.leave();

    assertEquals(Set.of(), shell.consumer.subscription());
  }

  private static Deserializer<Command> fixed(Command command) {
    return (topic, value) -> command;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String header(ProducerRecord<byte[], byte[]> bytes, String name) {
    return text(bytes.headers().lastHeader(name).value());
  }
}
