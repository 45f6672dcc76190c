package io.onefold.connector.http;

import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.SendRequest;
import io.onefold.destination.Destination;
import io.onefold.destination.DestinationsFile;
import io.onefold.destination.SecretResolver;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A destination for tests: its contract, its secret and requests to it. */
final class Blog {
  static final String SECRET = "s3cr3t-\"token\"-1234";

  /** A full contract; {@code %s} is the address of the provider. */
  static final String CONTRACT =
      """
      destinations:
        blog:
          connector: http
          account: acme
          environment: live
          lease: 10s
          headers: {Authorization: "Bearer ${env:BLOG_TOKEN}"}
          send:
            url: "%1$s/items"
            timeout: 1s
            headers: {X-Operation: "{operationId}"}
            provider-id: /id
            public-url: /url
            job: /job
          idempotency:
            header: Idempotency-Key
            value: "{operationId}"
            window: 60s
            safe-replay: true
            in-flight: [409]
            mismatch: [422]
          readback:
            - {by: id, url: "%1$s/items/{providerId}"}
            - {by: reference, url: "%1$s/items?ref={operationId}", items: /items, next: link-header}
          item:
            provider-id: /id
            public-url: /url
            account: {at: /account, equals: acme}
            content:
              - {sent: /title, found: /title, normalise: [unwrap-links, unescape-html, trim]}
            complete: {/parts: absent}
            removed: {status: [410], body: {/status: trash}}
          job: {url: "%1$s/jobs/{job}", done: {/state: done}, failed: {/state: failed}, provider-id: /item}
      """;

  private Blog() {}

  static SecretResolver secrets() {
    return new SecretResolver() {
      @Override
      public Optional<String> environment(String name) {
        return name.equals("BLOG_TOKEN") ? Optional.of(SECRET) : Optional.empty();
      }

      @Override
      public Optional<String> file(String path) {
        return Optional.empty();
      }
    };
  }

  static Destination destination(String contract, String baseUrl) {
    return DestinationsFile.parse("destinations.yaml", contract.formatted(baseUrl), secrets())
        .find("blog")
        .orElseThrow();
  }

  static byte[] payload(String operation) {
    return "{\"ref\":\"%s\",\"title\":\"Tom & Jerry\"}"
        .formatted(operation)
        .getBytes(StandardCharsets.UTF_8);
  }

  static SendRequest send(Destination destination, String operation) {
    return new SendRequest(
        destination,
        operation,
        1,
        "publish",
        payload(operation),
        "application/json",
        Map.of("slug", operation),
        Instant.now());
  }

  /** A readback that knows nothing but the operation. */
  static ReadbackRequest readback(Destination destination, String operation) {
    return readback(destination, operation, Optional.empty(), Optional.empty(), false);
  }

  static ReadbackRequest readback(
      Destination destination,
      String operation,
      Optional<String> providerId,
      Optional<String> publicUrl,
      boolean accepted) {
    return new ReadbackRequest(
        destination,
        operation,
        payload(operation),
        "application/json",
        Map.of("slug", operation),
        providerId,
        publicUrl,
        Optional.empty(),
        accepted,
        Optional.of(Instant.now()));
  }
}
