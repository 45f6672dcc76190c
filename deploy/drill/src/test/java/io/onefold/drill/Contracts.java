package io.onefold.drill;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.onefold.connector.simulated.ItemsContract;
import io.onefold.destination.DestinationsFile;
import java.nio.file.Path;
import java.util.Optional;

/** Contracts with a provider that has items, as tests need them. */
final class Contracts {
  private static final ItemsContract RIGHT =
      ItemsContract.of("blog", "acme", "sandbox").times("8s", "9s", "3s", "60s").showing("title");

  /** A key that the contract relies on. */
  static final String KEY =
      "    idempotency: {header: Idempotency-Key, window: 24h, safe-replay: true, in-flight: 409,"
          + " mismatch: 422}\n    send:";

  private Contracts() {}

  /** A right one. */
  static String right(String url) {
    return RIGHT.yaml(url);
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
