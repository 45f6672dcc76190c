package io.onefold.processor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.schema.PayloadHash;
import java.io.IOException;

/** Contracts and intents that tests share. */
public final class Fixtures {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Fixtures() {}

  /** {@code blog} needs an approval, {@code wiki} does not. */
  public static Destinations destinations() {
    return DestinationsFile.parse(
        "test.yaml",
        """
        destinations:
          blog:
            connector: http
            account: acme-editorial
            environment: production
            send: {method: POST, url: "https://blog.example/posts", provider-id: /id}
            readback:
              - {by: id, url: "https://blog.example/posts/{providerId}"}
          wiki:
            connector: http
            account: acme-editorial
            environment: production
            approval: not-required
            send: {method: POST, url: "https://wiki.example/pages", provider-id: /id}
            readback:
              - {by: id, url: "https://wiki.example/pages/{providerId}"}
        """);
  }

  /** A valid intent without an approval. */
  public static ObjectNode intent(String operationId) {
    ObjectNode json = JSON.createObjectNode();
    json.put("operationId", operationId);
    json.put("destination", "blog");
    json.put("account", "acme-editorial");
    json.put("environment", "production");
    json.put("action", "publish");
    json.putObject("payload").put("title", "Launch").put("slug", "launch-post");
    return json;
  }

  /** A valid intent whose payload is approved. */
  public static ObjectNode approved(String operationId) {
    ObjectNode json = intent(operationId);
    json.putObject("approval")
        .put("policy", "editorial-v3")
        .put("decision", "APPROVED")
        .put("by", "j.doe")
        .put("at", "2026-10-30T10:00:00Z")
        .put("payloadHash", PayloadHash.ofJson(json.get("payload")).value());
    return json;
  }

  public static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }
}
