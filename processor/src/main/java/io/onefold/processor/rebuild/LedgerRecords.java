package io.onefold.processor.rebuild;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.SchemaIds;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Records of one kind, without those that a running ledger puts among the dead letters.
 *
 * @param <T> the kind
 */
final class LedgerRecords<T extends SpecificRecord> {
  private final AvroSerde<T> serde;

  LedgerRecords(Class<T> kind, SchemaIds ids) {
    this.serde = AvroSerde.of(kind, ids);
  }

  /** What it says; empty if it has no value, or one that is not of this kind. */
  Optional<T> read(ConsumerRecord<byte[], byte[]> record) {
    try {
      return Optional.ofNullable(serde.deserializer().deserialize(record.topic(), record.value()));
    } catch (SerializationException e) {
      return Optional.empty();
    }
  }
}
