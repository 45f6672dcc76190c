package io.onefold.processor.rest;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Post;
import io.onefold.destination.Destinations;

/** Notices of providers. No connector of this release checks them, so none is taken. */
@Controller("/v1/webhooks")
final class WebhookController {
  private final Destinations destinations;

  WebhookController(Destinations destinations) {
    this.destinations = destinations;
  }

  // An unchecked notice must never become evidence, so it is not even read.
  @Post("/{destination}")
  @Consumes(MediaType.ALL)
  HttpResponse<?> notice(@PathVariable String destination) {
    if (destinations.find(destination).isEmpty()) {
      throw Problem.of(
              ProblemType.NOT_FOUND,
              "destination",
              "there is no destination '%s'; this ledger knows %s"
                  .formatted(destination, String.join(", ", destinations.byName().keySet())))
          .exception();
    }
    throw Problem.of(
            ProblemType.NOT_OFFERED,
            "the connector of destination '%s' offers no webhook in this release; outcomes are read back"
                .formatted(destination))
        .exception();
  }
}
