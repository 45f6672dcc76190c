package io.onefold.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The one contract. Its times between attempts are short, so that every point is passed soon. */
final class Contracts {
  static final String DESTINATION = "plain";
  static final String ACCOUNT = "acme";
  static final String ENVIRONMENT = "live";

  /** Each worker reaches the provider over a stretch of network of its own. */
  static final String PORT_VARIABLE = "CRASH_PROVIDER_PORT";

  private static final String YAML =
      """
      defaults:
        lease: LEASE
        settle: 2s
        attempts: {max: 20, initial: 300ms, factor: 2, max-delay: 3s}
        readbacks: {initial: 500ms, factor: 2, max-delay: 4s, deadline: 3m}

      destinations:
        plain:
          connector: http
          account: acme
          environment: live
          send: {url: "http://127.0.0.1:${env:CRASH_PROVIDER_PORT}/items", timeout: 2s, provider-id: /id, public-url: /url}
          readback: [{by: reference, url: "http://127.0.0.1:${env:CRASH_PROVIDER_PORT}/items?ref={operationId}", items: /items, next: link-header}]
          item:
            provider-id: /id
            public-url: /url
            account: {at: /account, equals: acme}
            content: {sent: /text, found: /text}
      """;

  private Contracts() {}

  /** Writes the contract file, with how long one grant lasts in whole seconds. */
  static void write(Path file, Duration lease) throws IOException {
    Files.writeString(file, YAML.replace("LEASE", lease.toSeconds() + "s"));
  }
}
