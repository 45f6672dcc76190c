package io.onefold.codec;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.PartitionSnapshot;
import io.onefold.schema.StoredPlace;
import io.onefold.schema.signing.CheckpointSeries;
import io.onefold.schema.signing.JournalPlace;
import io.onefold.schema.signing.PartitionHead;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The head store's values, written like the records of topics, but always under the IDs of the
 * built-in catalogue.
 */
public final class HeadSnapshotCodec {
  private static final HexFormat HEX = HexFormat.of();
  private static final String STORE = "head store";
  private static final AvroSerde<PartitionSnapshot> SERDE =
      AvroSerde.of(PartitionSnapshot.class, BuiltInCatalogue.instance());

  private HeadSnapshotCodec() {}

  /** The bytes of a stored head. */
  public static byte[] encode(StoredHead stored) {
    PartitionSnapshot avro = new PartitionSnapshot();
    avro.setEvents(stored.head().events());
    avro.setHead(ByteBuffer.wrap(HEX.parseHex(stored.head().value())));
    avro.setFirst(Fields.orNull(stored.head().first().map(HeadSnapshotCodec::write)));
    avro.setLast(Fields.orNull(stored.head().last().map(HeadSnapshotCodec::write)));
    avro.setCheckpoint(stored.series().number());
    avro.setCovered(stored.series().covered());
    avro.setCheckpointHash(ByteBuffer.wrap(HEX.parseHex(stored.series().hash())));
    return SERDE.serializer().serialize(STORE, avro);
  }

  /**
   * The stored head of its bytes.
   *
   * @throws IllegalStateException if they are not one: the store is broken
   */
  public static StoredHead decode(byte[] bytes) {
    try {
      PartitionSnapshot avro = SERDE.deserializer().deserialize(STORE, bytes);
      return new StoredHead(
          new PartitionHead(
              avro.getEvents(), hex(avro.getHead()), read(avro.getFirst()), read(avro.getLast())),
          new CheckpointSeries(
              avro.getCheckpoint(), avro.getCovered(), hex(avro.getCheckpointHash())));
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          "cannot decode a stored head of " + bytes.length + " bytes", e);
    }
  }

  private static StoredPlace write(JournalPlace place) {
    return new StoredPlace(place.operationId(), place.sequence());
  }

  private static Optional<JournalPlace> read(@Nullable StoredPlace avro) {
    return Optional.ofNullable(avro)
        .map(place -> new JournalPlace(place.getOperation(), place.getSequence()));
  }

  private static String hex(ByteBuffer bytes) {
    return HEX.formatHex(Fields.bytes(bytes));
  }
}
