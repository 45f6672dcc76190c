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
 * @param payload the approved bytes; not copied, must not be changed
 * @param contentType media type of the payload
 * @param attributes the intent's attributes
 * @param firstSentAt when the first attempt of the operation was granted
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
    Instant firstSentAt) {
  public SendRequest {
    attributes = Map.copyOf(attributes);
  }
}
