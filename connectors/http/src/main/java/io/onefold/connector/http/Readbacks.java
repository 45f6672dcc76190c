package io.onefold.connector.http;

import io.onefold.connector.Observation;
import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.wire.Wire;

/** Asks destinations what they stored. Thread-safe. */
final class Readbacks {
  private final Wire wire;
  private final HttpSettings settings;
  private final Identities identities;

  Readbacks(Wire wire, HttpSettings settings, Identities identities) {
    this.wire = wire;
    this.settings = settings;
    this.identities = identities;
  }

  Observation ask(ReadbackRequest request, OperationTexts texts) {
    return new ReadbackRound(
            request,
            texts,
            new Inquiry(wire, settings, request.destination().http(), texts),
            () -> identities.check(request.destination(), texts))
        .run();
  }
}
