package io.onefold.drill;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.onefold.destination.DestinationsFile;
import java.nio.file.Path;
import java.util.Optional;

/** Contracts with a provider that has items, as tests need them. */
final class Contracts {
  private static final String YAML =
      """
      destinations:
        blog:
          connector: http
          account: acme
          environment: sandbox
          lease: 8s
          settle: 9s
          attempts: {initial: 200ms, max-delay: 1s}
          readbacks: {initial: 300ms, max-delay: 2s, deadline: 60s}
          send:
            method: POST
            url: URL/items
            headers: {X-Operation: "{operationId}"}
            timeout: 3s
            provider-id: /id
            public-url: /url
          readback:
            - {by: id, url: "URL/items/{providerId}"}
            - {by: reference, url: "URL/items?ref={operationId}", items: /items, next: /next}
          item:
            provider-id: /id
            public-url: /url
            account: {at: /account, equals: acme}
            content:
              - {sent: /title, found: /title}
          absence: {proof: true, after: report}
      """;

  /** A key that the contract relies on. */
  static final String KEY =
      "    idempotency: {header: Idempotency-Key, window: 24h, safe-replay: true, in-flight: 409,"
          + " mismatch: 422}\n    send:";

  private Contracts() {}

  /** A right one. */
  static String right(String url) {
    return YAML.replace("URL", url);
  }

  /** The only contract of this file, with a sample. */
  static Subject subject(Path file, String yaml) {
    return new Subject(
        file,
        DestinationsFile.parse("the contract", yaml).find("blog").orElseThrow(),
        Sample.of(
            "the sample",
            JsonNodeFactory.instance
                .objectNode()
                .set("payload", JsonNodeFactory.instance.objectNode().put("title", "Drill {run}"))),
        Optional.empty());
  }

  static Subject subject(String yaml) {
    return subject(Path.of("destinations.yaml"), yaml);
  }
}
