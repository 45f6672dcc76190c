package io.onefold.codec;

import io.onefold.operation.Approval;
import io.onefold.operation.Bytes;
import io.onefold.operation.Intent;
import io.onefold.schema.SealedPayload;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;

/** Intents. */
public final class IntentCodec {
  private IntentCodec() {}

  /**
   * Reads an intent as it came from its topic.
   *
   * @param recordTime counts as its age where the intent has none of its own
   */
  public static Intent read(io.onefold.schema.Intent avro, Instant recordTime) {
    byte[] payload = Fields.bytes(avro.getPayload());
    return read(avro, Bytes.wrap(payload), SealedPayload.hashOf(payload).value(), recordTime);
  }

  static Intent read(
      io.onefold.schema.Intent avro, Bytes payload, String payloadHash, Instant recordTime) {
    return new Intent(
        avro.getOperationId(),
        avro.getDestination(),
        avro.getAccount(),
        avro.getEnvironment(),
        avro.getAction(),
        payload,
        avro.getContentType(),
        payloadHash,
        Optional.ofNullable(avro.getApproval()).map(IntentCodec::approval),
        Optional.ofNullable(avro.getOwner()),
        Fields.instant(avro.getNotBeforeMs()),
        Fields.instant(avro.getExpiresAtMs()),
        avro.getAttributes(),
        Fields.instant(avro.getIssuedAtMs()).orElse(recordTime));
  }

  private static Approval approval(io.onefold.schema.Approval avro) {
    return new Approval(
        avro.getPolicy(),
        Fields.constant(Approval.Verdict.class, avro.getDecision(), "approval.decision"),
        avro.getBy(),
        Fields.instant(avro.getAtMs()),
        avro.getPayloadHash());
  }

  static io.onefold.schema.Intent write(Intent intent, boolean withPayload) {
    io.onefold.schema.Intent avro = new io.onefold.schema.Intent();
    avro.setOperationId(intent.operationId());
    avro.setDestination(intent.destination());
    avro.setAccount(intent.account());
    avro.setEnvironment(intent.environment());
    avro.setAction(intent.action());
    avro.setPayload(ByteBuffer.wrap(withPayload ? intent.payload().array() : new byte[0]));
    avro.setContentType(intent.contentType());
    avro.setApproval(Fields.orNull(intent.approval().map(IntentCodec::approval)));
    avro.setOwner(Fields.orNull(intent.owner()));
    avro.setNotBeforeMs(Fields.ms(intent.notBefore()));
    avro.setExpiresAtMs(Fields.ms(intent.expiresAt()));
    // In order, so that the same intent always has the same bytes: the journal's chain is over
    // them.
    avro.setAttributes(new TreeMap<>(intent.attributes()));
    avro.setIssuedAtMs(intent.issuedAt().toEpochMilli());
    return avro;
  }

  static io.onefold.schema.Approval approval(Approval approval) {
    return new io.onefold.schema.Approval(
        approval.policy(),
        approval.decision().name(),
        approval.by(),
        approval.at().toEpochMilli(),
        approval.payloadHash());
  }
}
