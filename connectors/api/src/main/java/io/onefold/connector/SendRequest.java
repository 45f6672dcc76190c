package io.onefold.connector;

import io.onefold.destination.Destination;
import java.time.Instant;
import java.util.Map;

/**
 * One attempt to make.
 *
 * @param destination the contract to follow
 * @param operationId the operation, from which references and keys are derived
 * @param token number of the attempt, from 1
 * @param action the intent's action
 * @param payload the approved bytes, for templates and comparison; not copied, must not be changed
 * @param contentType media type of the payload
 * @param attributes the intent's attributes
 * @param firstSentAt when the first attempt of the operation was granted
 * @param body the exact bytes to send, the same in every attempt: what the ledger rendered when the
 *     intent was admitted, or the payload itself; not copied, must not be changed
 * @param bodyContentType media type of the body
 */
// A request is handed on, never compared, and copying every payload would buy nothing.
@SuppressWarnings("ArrayRecordComponent")
public record SendRequest(
    Destination destination,
    String operationId,
    int token,
    String action,
    byte[] payload,
    String contentType,
    Map<String, String> attributes,
    Instant firstSentAt,
    byte[] body,
    String bodyContentType) {

  /** An attempt that sends the payload as it is. */
  public SendRequest(
      Destination destination,
      String operationId,
      int token,
      String action,
      byte[] payload,
      String contentType,
      Map<String, String> attributes,
      Instant firstSentAt) {
    this(
        destination,
        operationId,
        token,
        action,
        payload,
        contentType,
        attributes,
        firstSentAt,
        payload,
        contentType);
  }

  public SendRequest {
    attributes = Map.copyOf(attributes);
  }

  /**
   * True if the ledger rendered the body, and its hash is on record: nothing may be put into it,
   * not even an idempotency key. Into a payload a key may be put where the contract says so.
   */
  @SuppressWarnings("ReferenceEquality") // The payload itself; a body of equal bytes is still one.
  public boolean isRendered() {
    return body != payload;
  }
}
