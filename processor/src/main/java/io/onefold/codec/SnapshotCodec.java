package io.onefold.codec;

import io.onefold.codec.StoredOperation.ReceiptMark;
import io.onefold.operation.Concern;
import io.onefold.operation.Ending;
import io.onefold.operation.Operation;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Claimed;
import io.onefold.operation.OperationState.CommitUnknown;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Rejected;
import io.onefold.operation.OperationState.Resolved;
import io.onefold.operation.OperationState.Unresolved;
import io.onefold.operation.OperationState.Verified;
import io.onefold.operation.Reason;
import io.onefold.operation.StateName;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.OperationSnapshot;
import io.onefold.schema.StoredConcern;
import io.onefold.schema.StoredDetails;
import io.onefold.schema.StoredEnding;
import io.onefold.schema.StoredTombstone;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The operation store's values, written like the records of topics, but always under the IDs of the
 * built-in catalogue: a store must be readable whether or not there is a registry.
 */
public final class SnapshotCodec {
  private static final HexFormat HEX = HexFormat.of();
  private static final String STORE = "operation store";
  private static final AvroSerde<OperationSnapshot> SERDE =
      AvroSerde.of(OperationSnapshot.class, BuiltInCatalogue.instance());

  private SnapshotCodec() {}

  /** The bytes of a stored operation. */
  public static byte[] encode(StoredOperation stored) {
    return SERDE.serializer().serialize(STORE, snapshot(stored));
  }

  /**
   * The stored operation of its bytes.
   *
   * @throws IllegalStateException if they are not one: the store is broken, and nothing may be
   *     decided on it
   */
  public static StoredOperation decode(byte[] bytes) {
    try {
      return stored(SERDE.deserializer().deserialize(STORE, bytes));
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          "cannot decode a stored operation of " + bytes.length + " bytes", e);
    }
  }

  /**
   * The bytes of a stored operation with its payload put in.
   *
   * @param bytes of an operation that has not ended
   */
  public static byte[] withPayload(byte[] bytes, byte[] payload) {
    OperationSnapshot avro = SERDE.deserializer().deserialize(STORE, bytes);
    need(avro.getDetails(), "details").getIntent().setPayload(ByteBuffer.wrap(payload));
    return SERDE.serializer().serialize(STORE, avro);
  }

  private static OperationSnapshot snapshot(StoredOperation stored) {
    OperationState state = stored.state();
    OperationSnapshot avro = new OperationSnapshot();
    avro.setOperationId(state.operationId());
    avro.setState(StateName.of(state).name());
    avro.setSequence(state.sequence());
    avro.setChain(ByteBuffer.wrap(HEX.parseHex(stored.chain())));
    avro.setFirstEventAtMs(stored.firstEventAtMs());
    avro.setLastEventAtMs(stored.lastEventAtMs());
    avro.setScheduledAtMs(stored.scheduledAtMs());
    avro.setTrace(stored.trace());
    switch (state) {
      case Absent absent -> {}
      case Forgotten forgotten -> avro.setTombstone(tombstone(forgotten));
      case Known known -> avro.setDetails(details(known, stored.receipt()));
    }
    return avro;
  }

  private static StoredDetails details(Known known, Optional<ReceiptMark> receipt) {
    StoredDetails avro = DetailsCodec.write(known.operation());
    avro.setOffered(known instanceof Ready ready && ready.offered());
    if (known instanceof Unresolved unresolved) {
      avro.setConcern(concern(unresolved.concern()));
    }
    if (known instanceof Final end) {
      avro.setEnding(ending(known.operationId(), end.ending(), receipt.orElseThrow()));
    }
    return avro;
  }

  private static StoredOperation stored(OperationSnapshot avro) {
    OperationState state = state(avro.getOperationId(), avro);
    Optional<ReceiptMark> receipt =
        Optional.ofNullable(avro.getDetails())
            .map(StoredDetails::getEnding)
            .map(
                e ->
                    new ReceiptMark(
                        e.getSequence(), hex(e.getChain()), Optional.ofNullable(e.getSignature())));
    return new StoredOperation(
        state,
        hex(avro.getChain()),
        avro.getFirstEventAtMs(),
        avro.getLastEventAtMs(),
        avro.getScheduledAtMs(),
        receipt,
        avro.getTrace());
  }

  private static OperationState state(String id, OperationSnapshot avro) {
    StateName name = Fields.constant(StateName.class, avro.getState(), "state");
    return switch (name) {
      case ABSENT -> new Absent(id, avro.getSequence());
      case FORGOTTEN -> forgotten(id, avro.getSequence(), need(avro.getTombstone(), "tombstone"));
      case READY -> new Ready(operation(id, avro), need(avro.getDetails(), "details").getOffered());
      case CLAIMED -> new Claimed(operation(id, avro));
      case COMMIT_UNKNOWN -> new CommitUnknown(operation(id, avro));
      case UNRESOLVED ->
          new Unresolved(
              operation(id, avro),
              concern(need(need(avro.getDetails(), "details").getConcern(), "concern")));
      case VERIFIED -> new Verified(operation(id, avro), ending(avro));
      case REJECTED -> new Rejected(operation(id, avro), ending(avro));
      case RESOLVED -> new Resolved(operation(id, avro), ending(avro));
    };
  }

  private static Operation operation(String id, OperationSnapshot avro) {
    return DetailsCodec.read(id, avro.getSequence(), need(avro.getDetails(), "details"));
  }

  private static Ending ending(OperationSnapshot avro) {
    StoredEnding end = need(need(avro.getDetails(), "details").getEnding(), "ending");
    return new Ending(
        Fields.constant(Ending.Outcome.class, end.getOutcome(), "outcome"),
        Fields.instant(end.getAtMs()),
        Optional.ofNullable(end.getReason()).map(r -> Fields.constant(Reason.class, r, "reason")),
        end.getText(),
        Fields.constant(Ending.Level.class, end.getEvidence(), "evidence"),
        Optional.ofNullable(end.getReadback()).map(ObservationCodec::read),
        Optional.ofNullable(end.getProviderId()),
        Optional.ofNullable(end.getPublicUrl()),
        Optional.ofNullable(end.getReview()).map(ReviewCodec::read));
  }

  private static StoredEnding ending(String id, Ending ending, ReceiptMark mark) {
    StoredEnding avro = new StoredEnding();
    avro.setOutcome(ending.outcome().name());
    avro.setAtMs(ending.at().toEpochMilli());
    avro.setReason(Fields.orNull(ending.reason().map(Reason::name)));
    avro.setText(ending.text());
    avro.setEvidence(ending.evidence().name());
    avro.setReadback(Fields.orNull(ending.readback().map(ObservationCodec::write)));
    avro.setProviderId(Fields.orNull(ending.providerId()));
    avro.setPublicUrl(Fields.orNull(ending.publicUrl()));
    avro.setReview(Fields.orNull(ending.review().map(r -> ReviewCodec.write(id, r))));
    avro.setSequence(mark.sequence());
    avro.setChain(ByteBuffer.wrap(HEX.parseHex(mark.chain())));
    avro.setSignature(Fields.orNull(mark.signature()));
    return avro;
  }

  private static StoredTombstone tombstone(Forgotten f) {
    return new StoredTombstone(
        f.destination(),
        f.payloadHash(),
        f.outcome().name(),
        f.endedAt().toEpochMilli(),
        Fields.orNull(f.providerId()),
        f.receiptSequence(),
        Fields.orNull(f.notice().map(SnapshotCodec::concern)));
  }

  private static Forgotten forgotten(String id, long sequence, StoredTombstone avro) {
    return new Forgotten(
        id,
        sequence,
        avro.getDestination(),
        avro.getPayloadHash(),
        Fields.constant(Ending.Outcome.class, avro.getOutcome(), "outcome"),
        Fields.instant(avro.getEndedAtMs()),
        Optional.ofNullable(avro.getProviderId()),
        avro.getReceiptSequence(),
        Optional.ofNullable(avro.getNotice()).map(SnapshotCodec::concern));
  }

  static StoredConcern concern(Concern concern) {
    return new StoredConcern(
        concern.reason().name(),
        concern.stage().name(),
        concern.text(),
        concern.openedAt().toEpochMilli(),
        concern.openedBy());
  }

  static Concern concern(StoredConcern avro) {
    return new Concern(
        Fields.constant(Reason.class, avro.getReason(), "reason"),
        Fields.constant(Reason.Stage.class, avro.getStage(), "stage"),
        avro.getText(),
        Fields.instant(avro.getOpenedAtMs()),
        avro.getOpenedBy());
  }

  private static <T> T need(@Nullable T value, String field) {
    if (value == null) {
      throw new UnreadableRecordException(field + " is missing in the stored state");
    }
    return value;
  }

  private static String hex(ByteBuffer bytes) {
    return HEX.formatHex(Fields.bytes(bytes));
  }
}
