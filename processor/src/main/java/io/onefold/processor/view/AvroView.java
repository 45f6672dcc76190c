package io.onefold.processor.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.ReadbackObservation;

/** Parts that several records have. */
final class AvroView {
  private AvroView() {}

  static ObjectNode observation(ReadbackObservation seen) {
    ObjectNode json = Json.object();
    json.put("result", seen.getResult());
    json.put("detail", seen.getDetail());
    json.put("method", seen.getMethod());
    json.put("complete", seen.getComplete());
    json.put("matches", seen.getMatches());
    json.put("providerId", seen.getProviderId());
    json.put("publicUrl", seen.getPublicUrl());
    json.put("observedHash", seen.getObservedHash());
    json.set("normalisers", Json.texts(seen.getNormalisers()));
    json.put("message", seen.getMessage());
    Json.putMillis(json, "observedAt", seen.getObservedAtMs());
    return json;
  }
}
