package io.onefold.codec;

import io.onefold.operation.Bytes;
import io.onefold.operation.Intent;
import java.util.Map;

/** Intents that differ in one field. */
final class Intents {
  private Intents() {}

  static Intent withAttributes(Intent i, Map<String, String> attributes) {
    return changed(i, i.payload(), attributes);
  }

  static Intent withPayload(Intent i, Bytes payload) {
    return changed(i, payload, i.attributes());
  }

  private static Intent changed(Intent i, Bytes payload, Map<String, String> attributes) {
    return new Intent(
        i.operationId(),
        i.destination(),
        i.account(),
        i.environment(),
        i.action(),
        payload,
        i.contentType(),
        i.payloadHash(),
        i.approval(),
        i.owner(),
        i.notBefore(),
        i.expiresAt(),
        attributes,
        i.issuedAt());
  }
}
