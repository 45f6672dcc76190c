package io.onefold.connector.worker;

import io.onefold.destination.Destination;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;

/** Contracts to test with: lease 60 s, send timeout 20 s, margin 1 s, so 39 s to start a call. */
final class Contracts {
  private Contracts() {}

  static Destinations blogAndShop() {
    return DestinationsFile.parse("test", contract("blog") + contract("shop").substring(14));
  }

  static Destination blog() {
    return blogAndShop().find("blog").orElseThrow();
  }

  private static String contract(String name) {
    return """
    destinations:
      %s:
        connector: fake
        account: %s-account
        environment: test
        approval: not-required
        lease: 60s
        send:
          method: POST
          url: https://%s.example/items
          timeout: 20s
          provider-id: /id
        readback:
          - {by: id, url: "https://%s.example/items/{providerId}"}
        item: {provider-id: /id}
    """
        .formatted(name, name, name, name);
  }
}
