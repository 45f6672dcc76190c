package io.onefold.schema.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.SignatureRecord;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A signature as JSON: key ID, algorithm and value (base64url without padding). */
final class SignatureJson {
  private SignatureJson() {}

  static @Nullable ObjectNode render(@Nullable SignatureRecord signature) {
    if (signature == null) {
      return null;
    }
    byte[] value = new byte[signature.getValue().remaining()];
    signature.getValue().duplicate().get(value);
    return JsonNodeFactory.instance
        .objectNode()
        .put("keyId", signature.getKeyId())
        .put("algorithm", signature.getAlgorithm())
        .put("value", Base64Url.write(value));
  }

  /**
   * The signature that these members are; empty if they are none, or are written in another way.
   */
  static Optional<SignatureRecord> read(JsonNode json) {
    Optional<byte[]> value = Base64Url.read(json.path("value").asText(""));
    return value
        .map(
            bytes ->
                new SignatureRecord(
                    json.path("keyId").asText(""),
                    json.path("algorithm").asText(""),
                    ByteBuffer.wrap(bytes)))
        // Whatever else stands there would be neither signed nor looked at.
        .filter(read -> json.equals(render(read)));
  }
}
