package io.onefold.codec;

import io.onefold.operation.Intent;
import io.onefold.operation.Knowledge;
import io.onefold.operation.Operation;
import io.onefold.operation.OperationEffect;
import io.onefold.schema.Command;
import io.onefold.schema.Grant;
import io.onefold.schema.Readback;
import io.onefold.schema.Send;
import java.nio.ByteBuffer;
import java.time.Instant;

/** Orders to workers. */
public final class CommandCodec {
  private CommandCodec() {}

  /** Offers the current token. */
  public static Command offer(Operation op, String contractHash, Instant at) {
    return command(op, contractHash, at, new Send(op.attempts().token()));
  }

  /** Tells the claimer that it may act. */
  public static Command grant(
      Operation op, OperationEffect.SendGrant effect, String contractHash, Instant at) {
    Intent intent = op.intent();
    Grant grant = new Grant();
    grant.setToken(effect.token());
    grant.setClaimId(effect.claimId());
    grant.setLeaseMs(op.rules().lease().toMillis());
    grant.setPayload(payload(intent));
    grant.setContentType(intent.contentType());
    grant.setPayloadHash(intent.payloadHash());
    grant.setAction(intent.action());
    grant.setAttributes(intent.attributes());
    grant.setBody(BodyCodec.write(op.body()));
    grant.setFirstSentAtMs(op.attempts().firstSentAt().orElse(at).toEpochMilli());
    return command(op, contractHash, at, grant);
  }

  /** Orders a readback. */
  public static Command readback(
      Operation op, OperationEffect.SendReadback effect, String contractHash, Instant at) {
    Intent intent = op.intent();
    Knowledge known = op.knowledge();
    Readback readback = new Readback();
    readback.setToken(effect.token());
    readback.setNumber(effect.number());
    readback.setPayload(payload(intent));
    readback.setContentType(intent.contentType());
    readback.setAttributes(intent.attributes());
    readback.setProviderId(Fields.orNull(known.providerId()));
    readback.setPublicUrl(Fields.orNull(known.publicUrl()));
    readback.setJob(Fields.orNull(known.job()));
    readback.setAccepted(known.positive());
    readback.setFirstSentAtMs(Fields.ms(op.attempts().firstSentAt()));
    return command(op, contractHash, at, readback);
  }

  private static Command command(Operation op, String contractHash, Instant at, Object order) {
    Command avro = new Command();
    avro.setOperationId(op.id());
    avro.setDestination(op.intent().destination());
    avro.setContractHash(contractHash);
    avro.setIssuedAtMs(at.toEpochMilli());
    avro.setOrder(order);
    return avro;
  }

  private static ByteBuffer payload(Intent intent) {
    return ByteBuffer.wrap(intent.payload().array());
  }
}
