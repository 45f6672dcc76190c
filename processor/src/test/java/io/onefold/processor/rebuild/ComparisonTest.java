package io.onefold.processor.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.processor.rebuild.FoldStore.Space;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.DestinationRef;
import io.onefold.schema.Escalation;
import io.onefold.schema.Receipt;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.SignatureRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {
  private static final SchemaIds IDS = SchemaIds.from(Map.of());
  private static final String RECEIPTS = "receipts";
  private static final String ESCALATIONS = "escalations";
  private static final String ID = "campaign|website|post";
  private static final byte[] KEY = ID.getBytes(StandardCharsets.UTF_8);

  private final CanonicalBytes bytes = new CanonicalBytes(IDS);
  @TempDir private Path folder;
  private FoldStore store;
  private Comparison comparison;

  @BeforeEach
  void derive() {
    store = new FoldStore(folder);
    store.put(Space.RECEIPTS, 0, KEY, bytes.of(receipt("")));
    store.put(Space.ESCALATIONS, 0, KEY, bytes.of(escalation("OPEN")));
    comparison =
        new Comparison(
            store,
            1,
            bytes,
            Map.of(new TopicPartition(RECEIPTS, 0), 9L, new TopicPartition(ESCALATIONS, 0), 9L));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void shouldFindNothingWhenOnlySignaturesAndEarlierEscalationsDiffer() {
    // given
    Receipt signed = receipt("");
    signed.setSignature(new SignatureRecord("key", "Ed25519", ByteBuffer.allocate(64)));

    // when
    comparison.receipt(record(RECEIPTS, 0, ID, signed));
    comparison.escalation(record(ESCALATIONS, 0, ID, escalation("CLOSED")));
    comparison.escalation(record(ESCALATIONS, 1, ID, escalation("OPEN")));
    comparison.conclude();

    // then
    assertEquals(List.of(), comparison.first());
    assertEquals(1, comparison.escalations());
  }

  @Test
  void shouldNameTheRecordWhenOneByteDiffers() {
    // when
    comparison.receipt(record(RECEIPTS, 3, ID, receipt("x")));
    comparison.escalation(record(ESCALATIONS, 4, ID, escalation("CLOSED")));
    comparison.conclude();

    // then
    assertEquals(2, comparison.differences());
    assertTrue(comparison.first().get(0).startsWith("receipts-0 at offset 3 has, of operation"));
    assertTrue(comparison.first().get(0).contains("another receipt"), comparison.first().get(0));
    assertTrue(comparison.first().get(1).contains("newest escalation"), comparison.first().get(1));
  }

  @Test
  void shouldNameWhatHasNoKeyOrNoValue() {
    // when
    comparison.receipt(new ConsumerRecord<>(RECEIPTS, 0, 3, KEY, null));
    comparison.receipt(new ConsumerRecord<>(RECEIPTS, 0, 4, null, new byte[9]));
    comparison.escalation(new ConsumerRecord<>(ESCALATIONS, 0, 5, null, new byte[9]));

    // then
    assertEquals(
        List.of(
            "receipts-0 at offset 3 has, of operation '%s', a record without a key or a value"
                .formatted(ID),
            "receipts-0 at offset 4 has, of operation '', a record without a key or a value",
            "escalations-0 at offset 5 has, of operation '', a record without a key"),
        comparison.first());
  }

  @Test
  void shouldNameWhatIsMissing() {
    // when
    comparison.conclude();

    // then
    assertEquals(
        List.of(
            "the receipt of operation '%s' was not published".formatted(ID),
            "the escalation of operation '%s' was not published".formatted(ID)),
        comparison.first());
  }

  @Test
  void shouldNameWhatNoEventGivesButNotWhatCameMeanwhile() {
    // given
    comparison.receipt(record(RECEIPTS, 0, ID, receipt("")));
    comparison.escalation(record(ESCALATIONS, 0, ID, escalation("OPEN")));

    // when
    comparison.receipt(record(RECEIPTS, 1, ID, receipt("")));
    comparison.receipt(record(RECEIPTS, 2, "other", receipt("")));
    comparison.receipt(record(RECEIPTS, 9, "later", receipt("")));
    comparison.escalation(record(ESCALATIONS, 1, "other", escalation("OPEN")));
    comparison.escalation(record(ESCALATIONS, 9, ID, escalation("CLOSED")));
    comparison.conclude();

    // then
    assertEquals(3, comparison.differences(), () -> String.join("\n", comparison.first()));
    assertTrue(comparison.first().get(0).endsWith("a second receipt"));
    assertTrue(comparison.first().get(1).endsWith("a receipt that follows from no event"));
    assertTrue(comparison.first().get(2).endsWith("an escalation that follows from no event"));
  }

  private static Receipt receipt(String message) {
    Receipt avro = new Receipt();
    avro.setOperationId(ID);
    avro.setOutcome("VERIFIED");
    avro.setMessage(message);
    avro.setPayloadHash("sha256:00");
    avro.setNormalisers(List.of());
    avro.setDestination(destination());
    avro.setEvidence("ENDPOINT");
    avro.setAttempts(List.of());
    avro.setIssuedAtMs(1);
    avro.setJournalSequence(4);
    avro.setChain("00");
    return avro;
  }

  private static Escalation escalation(String status) {
    Escalation avro = new Escalation();
    avro.setOperationId(ID);
    avro.setEscalationId("e");
    avro.setStatus(status);
    avro.setReason("MANY");
    avro.setFirstBrokenStage("READBACK");
    avro.setKnown("");
    avro.setState("UNRESOLVED");
    avro.setDestination(destination());
    avro.setPayloadHash("sha256:00");
    avro.setAttempts(List.of());
    avro.setDecisions(List.of());
    avro.setSequence(3);
    avro.setOpenedAtMs(1);
    return avro;
  }

  private static DestinationRef destination() {
    return new DestinationRef("blog", "http", "acme", "production");
  }

  @SuppressWarnings("unchecked") // The serializer is that of the record's own class.
  private static ConsumerRecord<byte[], byte[]> record(
      String topic, long offset, String key, SpecificRecord value) {
    Class<SpecificRecord> type = (Class<SpecificRecord>) value.getClass();
    return new ConsumerRecord<>(
        topic,
        0,
        offset,
        key.getBytes(StandardCharsets.UTF_8),
        AvroSerde.of(type, IDS).serializer().serialize(topic, value));
  }
}
