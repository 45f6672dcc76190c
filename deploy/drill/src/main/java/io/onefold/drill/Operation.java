package io.onefold.drill;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.ReadbackRequest;
import io.onefold.destination.Destination;
import io.onefold.schema.Intent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * One operation of the drill.
 *
 * @param id its operation ID
 * @param run the text of its own in the sample
 * @param json the intent as it is submitted
 * @param intent the same, parsed
 */
record Operation(String id, String run, ObjectNode json, Intent intent) {

  byte[] bytes() {
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  byte[] payload() {
    ByteBuffer buffer = intent.getPayload().duplicate();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  /**
   * One look at the destination for it.
   *
   * @param contract to follow
   * @param providerId where an answer told one
   * @param publicUrl that is asked as well; empty: nothing was accepted yet
   */
  ReadbackRequest look(
      Destination contract, Optional<String> providerId, Optional<String> publicUrl) {
    return new ReadbackRequest(
        contract,
        id,
        payload(),
        intent.getContentType(),
        intent.getAttributes(),
        providerId,
        publicUrl,
        Optional.empty(),
        publicUrl.isPresent(),
        // A list that begins there must not miss an item because of two clocks.
        Optional.of(Instant.now().minusSeconds(3600)));
  }
}
