package io.onefold.connector.http;

import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.SendRequest;
import io.onefold.connector.contract.Situation;
import io.onefold.connector.simulated.ReadFault;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.Showing;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.destination.Destination;
import io.onefold.destination.DestinationsFile;
import io.onefold.destination.SecretResolver;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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

  /** What the provider does in a situation. */
  static Script script(Situation situation) {
    return switch (situation) {
      case ACCEPTS, UNREACHABLE -> Script.ACCEPTING;
      case ACCEPTS_EACH_WRITE -> Script.ACCEPTING.ignoringKeys();
      case JOB_PENDING ->
          Script.of(WriteStep.refuse(Reply.status(202))).job(Duration.ofHours(1), true);
      case JOB_FAILED -> Script.of(WriteStep.refuse(Reply.status(202))).job(Duration.ZERO, false);
      case REFUSES ->
          Script.of(
              WriteStep.refuse(
                  Reply.status(400)
                      .body(
                          "{\"error\":\"bad slug, sent with Bearer %s\"}"
                              .formatted(SECRET.replace("\"", "\\\"")))));
      case NOT_AUTHORISED -> Script.of(WriteStep.refuse(Reply.status(401).body("")));
      case DEFERS -> Script.of(WriteStep.refuse(Reply.status(429).header("Retry-After", "3")));
      case FAILS_AFTER_STORING ->
          Script.of(WriteStep.commit(Reply.status(504).body("<html><h1>Gateway Timeout")));
      case REPLY_LOST_AFTER_STORING -> Script.of(WriteStep.commit(Reply.cut()));
      case REPLY_CUT_AFTER_STORING -> Script.of(WriteStep.commit(new Reply.Cut(5, Duration.ZERO)));
      case SILENT_AFTER_STORING -> Script.of(WriteStep.commit(new Reply.Silence()));
      case SUCCESS_WITHOUT_ID ->
          Script.of(WriteStep.refuse(Reply.status(200).body("{\"ok\":false}")));
      case REDIRECTS ->
          Script.of(WriteStep.refuse(Reply.status(301).header("Location", "/items/")));
      case READBACK_FAILS -> Script.ACCEPTING.reading(ReadFault.always(Reply.status(500)));
      case REMOVED -> Script.ACCEPTING.showing(Showing.removedItems());
      case OTHER_CONTENT ->
          Script.ACCEPTING.showing(Showing.withFields(Map.of("title", "Another")));
      case OTHER_ACCOUNT -> Script.ACCEPTING.showing(Showing.inAccount("somebody-else"));
      case NORMALISED -> Script.ACCEPTING.showing(Showing.escapedTexts());
      case PARTIAL -> Script.ACCEPTING.showing(Showing.withFields(Map.of("parts", 0)));
    };
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
