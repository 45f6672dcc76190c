package io.onefold.topology;

import io.onefold.destination.Body;
import io.onefold.destination.BodyRenderer;
import io.onefold.destination.Destination;
import io.onefold.destination.ExpansionException;
import io.onefold.destination.MailDraft;
import io.onefold.operation.Bytes;
import io.onefold.operation.RenderedBody;
import io.onefold.operation.Rendering;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentRules;
import io.onefold.schema.PayloadHash;
import io.onefold.schema.SealedPayload;
import java.nio.ByteBuffer;
import java.util.Optional;

/** What a contract makes of the content of an intent. */
public final class IntentBody {
  private IntentBody() {}

  /** For the core. */
  static Rendering rendering(Destination contract, Intent intent) {
    try {
      return Rendering.of(render(contract, intent));
    } catch (ExpansionException | SealedException | TooLargeException e) {
      return new Rendering.Impossible(String.valueOf(e.getMessage()));
    }
  }

  /**
   * What is sent in place of the payload; empty: the payload itself.
   *
   * @throws ExpansionException if the template cannot be filled, in which case the message names
   *     the place in the contract and the variable; or if it is to be a mail and is none
   * @throws SealedException if the contract has a template and the payload cannot be read here
   * @throws TooLargeException if payload and body together do not fit into one record
   */
  public static Optional<RenderedBody> render(Destination contract, Intent intent) {
    Body template = contract.http().send().body();
    if (SealedPayload.is(intent.getPayload())) {
      // The worker opens it, and sends what was approved or nothing.
      checkSealed(contract);
      return Optional.empty();
    }
    byte[] payload = bytes(intent.getPayload());
    if (template instanceof Body.Payload) {
      contract.mail().ifPresent(mail -> MailDraft.check(intent.getContentType(), payload));
      return Optional.empty();
    }
    var rendered =
        BodyRenderer.render(template, intent.getOperationId(), intent.getAttributes(), payload);
    contract.mail().ifPresent(mail -> MailDraft.check(rendered.contentType(), rendered.bytes()));
    // Both travel in one grant, which must fit where a payload alone fits.
    int both = payload.length + rendered.bytes().length;
    if (both > IntentRules.DEFAULT_MAX_PAYLOAD_BYTES) {
      throw new TooLargeException(payload.length, rendered.bytes().length);
    }
    return Optional.of(
        new RenderedBody(
            rendered.contentType(),
            Bytes.wrap(rendered.bytes()),
            PayloadHash.ofBytes(rendered.bytes()).value()));
  }

  /**
   * Checks that this contract can be carried out with a payload that only workers can read.
   *
   * @throws SealedException if it makes its body from the payload
   */
  public static void checkSealed(Destination contract) {
    if (!takesSealed(contract)) {
      throw new SealedException(contract.name());
    }
  }

  /** False if the contract makes its body from the payload, which must be readable then. */
  public static boolean takesSealed(Destination contract) {
    return contract.http().send().body() instanceof Body.Payload;
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  /** A body is to be made of a payload that only workers can read. */
  public static final class SealedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SealedException(String destination) {
      super(
          "the payload is sealed, and destination '%s' makes its body from it in the ledger, which cannot read it; allowed for sealed payloads is only send.body: payload"
              .formatted(destination));
    }
  }

  /** Payload and rendered body are larger than what may be carried. */
  public static final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLargeException(int payload, int body) {
      super(
          "payload and rendered body are %d and %d bytes large; allowed are at most %d bytes together"
              .formatted(payload, body, IntentRules.DEFAULT_MAX_PAYLOAD_BYTES));
    }
  }
}
