package io.onefold.topology;

import io.onefold.codec.SnapshotCodec;
import io.onefold.codec.StoredOperation;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Values of the operation store. Thread-safe. */
public final class StoredOperationSerde implements Serde<StoredOperation> {
  @Override
  public Serializer<StoredOperation> serializer() {
    return StoredOperationSerde::write;
  }

  @Override
  public Deserializer<StoredOperation> deserializer() {
    return StoredOperationSerde::read;
  }

  private static byte @Nullable [] write(String topic, @Nullable StoredOperation stored) {
    return stored == null ? null : SnapshotCodec.encode(stored);
  }

  private static @Nullable StoredOperation read(String topic, byte @Nullable [] bytes) {
    return bytes == null ? null : SnapshotCodec.decode(bytes);
  }
}
