package io.onefold.codec;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.DestinationSnapshot;
import io.onefold.schema.DestinationState;
import io.onefold.suspension.DestinationControl;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The destination store's values, written like the records of topics, but always under the IDs of
 * the built-in catalogue.
 */
public final class DestinationSnapshotCodec {
  private static final HexFormat HEX = HexFormat.of();
  private static final String STORE = "destination store";
  private static final AvroSerde<DestinationSnapshot> SERDE =
      AvroSerde.of(DestinationSnapshot.class, BuiltInCatalogue.instance());

  private DestinationSnapshotCodec() {}

  /** The bytes of a stored destination. */
  public static byte[] encode(StoredDestination stored) {
    DestinationSnapshot avro = new DestinationSnapshot();
    avro.setDestination(stored.name());
    avro.setSequence(stored.control().sequence());
    if (stored.control().sequence() > 0) {
      avro.setState(ControlCodec.state(stored.control()));
    }
    avro.setChain(ByteBuffer.wrap(HEX.parseHex(stored.chain())));
    avro.setAsked(stored.asked());
    avro.setHeldUntil(stored.heldUntil());
    avro.setReopenedAtMs(Fields.orNull(stored.reopenedAtMs()));
    return SERDE.serializer().serialize(STORE, avro);
  }

  /**
   * The stored destination of its bytes.
   *
   * @throws IllegalStateException if they are not one: the store is broken, and nothing may be
   *     decided on it
   */
  public static StoredDestination decode(byte[] bytes) {
    try {
      DestinationSnapshot avro = SERDE.deserializer().deserialize(STORE, bytes);
      DestinationState state = avro.getState();
      DestinationControl control =
          state == null
              ? DestinationControl.untouched(avro.getDestination())
              : ControlCodec.control(avro.getDestination(), avro.getSequence(), state);
      return new StoredDestination(
          control,
          HEX.formatHex(Fields.bytes(avro.getChain())),
          avro.getAsked(),
          avro.getHeldUntil(),
          Optional.ofNullable(avro.getReopenedAtMs()));
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          "cannot decode a stored destination of " + bytes.length + " bytes", e);
    }
  }
}
