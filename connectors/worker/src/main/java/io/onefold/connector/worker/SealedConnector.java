package io.onefold.connector.worker;

import io.onefold.connector.Connector;
import io.onefold.connector.Evidence;
import io.onefold.connector.Observation;
import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.SendGate;
import io.onefold.connector.SendRequest;
import io.onefold.connector.SendResult;
import io.onefold.schema.SealedPayload;
import io.onefold.schema.sealing.DataKey;
import io.onefold.schema.sealing.PayloadKeys;
import io.onefold.schema.sealing.SealingException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Opens sealed payloads for a connector, and seals what the answers show of them. What cannot be
 * opened is not sent, and is compared with nothing. Thread-safe as the connector is.
 *
 * <p>Looking a key up comes before the gate is asked, as everything slow does: an attempt that
 * waited for it too long is not made.
 */
final class SealedConnector implements Connector {
  private final Connector connector;
  private final Optional<? extends PayloadKeys> keys;

  /**
   * Opens for this connector.
   *
   * @param keys empty: this worker has none, and sends no sealed payload
   */
  SealedConnector(Connector connector, Optional<? extends PayloadKeys> keys) {
    this.connector = connector;
    this.keys = keys;
  }

  @Override
  public String name() {
    return connector.name();
  }

  @Override
  public SendResult send(SendRequest request, SendGate gate) {
    if (!SealedPayload.is(ByteBuffer.wrap(request.payload()))) {
      return connector.send(request, gate);
    }
    DataKey key;
    byte[] plain;
    try {
      key = key(request.operationId());
      plain = key.open(request.operationId(), request.payload());
    } catch (SealingException e) {
      return new SendResult.NotSent(
          SendResult.NotSent.Why.GIVEN_UP,
          "No byte was sent: " + e.getMessage() + ".",
          Evidence.NONE);
    }
    return sealed(connector.send(opened(request, plain), gate), key, request.operationId());
  }

  @Override
  public Observation readback(ReadbackRequest request) {
    if (!SealedPayload.is(ByteBuffer.wrap(request.payload()))) {
      return connector.readback(request);
    }
    byte[] plain;
    try {
      plain = key(request.operationId()).open(request.operationId(), request.payload());
    } catch (SealingException e) {
      return Attempt.unavailable("Nothing was asked: " + e.getMessage() + ".");
    }
    return connector.readback(opened(request, plain));
  }

  private DataKey key(String operationId) {
    return keys.orElseThrow(
            () ->
                new SealingException(
                    SealingException.Kind.NO_KEY,
                    "the payload is sealed, and this worker was started without payload keys"))
        .keyOf(operationId);
  }

  private static SendRequest opened(SendRequest request, byte[] plain) {
    return new SendRequest(
        request.destination(),
        request.operationId(),
        request.token(),
        request.action(),
        plain,
        request.contentType(),
        request.attributes(),
        request.firstSentAt());
  }

  private static ReadbackRequest opened(ReadbackRequest request, byte[] plain) {
    return new ReadbackRequest(
        request.destination(),
        request.operationId(),
        plain,
        request.contentType(),
        request.attributes(),
        request.providerId(),
        request.publicUrl(),
        request.job(),
        request.accepted(),
        request.firstSentAt());
  }

  private static SendResult sealed(SendResult result, DataKey key, String id) {
    Evidence told = result.evidence();
    Evidence kept =
        new Evidence(
            told.status(),
            told.providerId(),
            told.publicUrl(),
            told.job(),
            told.excerpt().map(text -> key.sealText(id, text, Evidence.MAX_EXCERPT)));
    return switch (result) {
      case SendResult.Accepted r -> new SendResult.Accepted(r.message(), kept, r.idempotencyKey());
      case SendResult.AcceptedLater r ->
          new SendResult.AcceptedLater(r.message(), kept, r.idempotencyKey());
      case SendResult.Refused r ->
          new SendResult.Refused(r.why(), r.message(), kept, r.idempotencyKey());
      case SendResult.Deferred r ->
          new SendResult.Deferred(r.retryAfter(), r.message(), kept, r.idempotencyKey());
      case SendResult.NotSent r -> new SendResult.NotSent(r.why(), r.message(), kept);
      case SendResult.Unknown r ->
          new SendResult.Unknown(r.why(), r.message(), kept, r.idempotencyKey());
    };
  }

  @Override
  public void close() {
    connector.close();
  }
}
