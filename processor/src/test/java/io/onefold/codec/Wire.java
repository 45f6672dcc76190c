package io.onefold.codec;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.SchemaIds;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** What a record is after it was written to a topic and read again. */
final class Wire {
  private static final SchemaIds IDS = SchemaIds.from(Map.of());

  private Wire() {}

  static <T extends SpecificRecord> T through(Class<T> type, T record) {
    AvroSerde<T> serde = AvroSerde.of(type, IDS);
    return serde
        .deserializer()
        .deserialize("a-topic", serde.serializer().serialize("a-topic", record));
  }

  /** The event as the journal writer completes it. */
  static OperationEvent through(OperationEvent event) {
    event.setStateBefore("READY");
    event.setStateAfter("CLAIMED");
    event.setToken(1);
    event.setChain(ByteBuffer.allocate(32));
    return through(OperationEvent.class, event);
  }
}
