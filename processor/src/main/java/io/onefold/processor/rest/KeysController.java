package io.onefold.processor.rest;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import io.onefold.schema.signing.VerifyingKeys;

/** The public keys that check receipts and checkpoints, as a JWK Set (RFC 7517). */
@Controller("/v1/keys")
final class KeysController {
  private static final String TYPE = "application/jwk-set+json";

  private final VerifyingKeys keys;

  KeysController(VerifyingKeys keys) {
    this.keys = keys;
  }

  @Get
  @Produces({TYPE, MediaType.APPLICATION_JSON})
  HttpResponse<String> keys() {
    return HttpResponse.ok(keys.jwks().toString()).contentType(MediaType.of(TYPE));
  }
}
