package io.onefold.connector;

import io.onefold.destination.Destination;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One look at the destination.
 *
 * @param destination the contract to follow
 * @param operationId the operation
 * @param payload the approved bytes, for comparison; not copied, must not be changed
 * @param contentType media type of the payload
 * @param attributes the intent's attributes
 * @param providerId the destination's identifier, where an answer told it
 * @param publicUrl the public address, where an answer told it
 * @param job the job, where an answer told one
 * @param accepted true once a send was accepted: only then may the public address be asked
 * @param firstSentAt when the first attempt was granted; empty: none was
 */
// A request is handed on, never compared, and copying every payload would buy nothing.
@SuppressWarnings("ArrayRecordComponent")
public record ReadbackRequest(
    Destination destination,
    String operationId,
    byte[] payload,
    String contentType,
    Map<String, String> attributes,
    Optional<String> providerId,
    Optional<String> publicUrl,
    Optional<String> job,
    boolean accepted,
    Optional<Instant> firstSentAt) {
  public ReadbackRequest {
    attributes = Map.copyOf(attributes);
  }
}
