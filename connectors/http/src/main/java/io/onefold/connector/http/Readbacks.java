package io.onefold.connector.http;

import io.onefold.connector.Observation;
import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.wire.Wire;

/** Asks destinations what they stored. Thread-safe. */
final class Readbacks {
  private final Wire wire;
  private final HttpSettings settings;
  private final Identities identities;
  private final Credentials credentials;

  Readbacks(Wire wire, HttpSettings settings, Identities identities, Credentials credentials) {
    this.wire = wire;
    this.settings = settings;
    this.identities = identities;
    this.credentials = credentials;
  }

  Observation ask(ReadbackRequest request, OperationTexts texts) {
    return new ReadbackRound(
            request,
            texts,
            new Inquiry(wire, settings, request, texts, credentials),
            () -> identities.check(request.destination(), texts))
        .run();
  }
}
