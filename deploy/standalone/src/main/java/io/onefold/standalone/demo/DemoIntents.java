package io.onefold.standalone.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.PayloadHash;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The intents of the tour as JSON, as a caller would send them. */
final class DemoIntents {
  private DemoIntents() {}

  /** Every delivery of a case is the same, down to the time at which the caller made it. */
  static byte[] json(DemoCase one, Instant issuedAt) {
    ObjectNode payload =
        JsonNodeFactory.instance
            .objectNode()
            .put("title", title(one.name()))
            .put("content", "All about our " + one.name().replace('-', ' ') + ".")
            .put("slug", one.name());
    ObjectNode intent = JsonNodeFactory.instance.objectNode();
    intent.put("operationId", one.operationId());
    intent.put("destination", "blog");
    intent.put("account", DemoInstallation.ACCOUNT);
    intent.put("environment", DemoInstallation.ENVIRONMENT);
    intent.put("action", "publish");
    intent.set("payload", payload);
    if (one.approved()) {
      intent
          .putObject("approval")
          .put("policy", "editorial-v3")
          .put("decision", "APPROVED")
          .put("by", "j.doe")
          .put("at", time(issuedAt.minus(1, ChronoUnit.HOURS)))
          .put("payloadHash", PayloadHash.ofJson(payload).value());
    }
    intent.put("owner", "marketing-ops");
    intent.put("issuedAt", time(issuedAt));
    return intent.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static String title(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1).replace('-', ' ');
  }
}
