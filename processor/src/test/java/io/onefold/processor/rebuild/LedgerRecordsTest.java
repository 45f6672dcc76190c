package io.onefold.processor.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.WorkerStarted;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LedgerRecordsTest {
  private static final SchemaIds IDS = SchemaIds.from(Map.of());
  private static final String TOPIC = "provider-events";

  private final LedgerRecords<ProviderEvent> records =
      new LedgerRecords<>(ProviderEvent.class, IDS);

  private static ConsumerRecord<byte[], byte[]> record(byte @Nullable [] value) {
    return new ConsumerRecord<>(TOPIC, 0, 7, new byte[] {'k'}, value);
  }

  @Test
  void shouldReadWhatTheLedgerReads() {
    // given
    ProviderEvent event = new ProviderEvent("k", "w1", 1L, 1L, new WorkerStarted());
    byte[] value = AvroSerde.of(ProviderEvent.class, IDS).serializer().serialize(TOPIC, event);

    // when
    Optional<ProviderEvent> read = records.read(record(value));

    // then
    assertEquals(Optional.of(event), read);
  }

  @Test
  void shouldPassOverWhatIsAmongTheDeadLetters() {
    assertEquals(Optional.empty(), records.read(record(null)));
    assertEquals(Optional.empty(), records.read(record(new byte[0])));
    assertEquals(Optional.empty(), records.read(record(new byte[] {'{', '}', 0, 0, 0, 0})));
  }
}
