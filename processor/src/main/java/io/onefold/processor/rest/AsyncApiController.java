package io.onefold.processor.rest;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;

/** The description of the topics, as the jar of the schemas carries it. */
@Controller("/asyncapi.yaml")
final class AsyncApiController {
  private static final String RESOURCE = "/io/onefold/schema/asyncapi.yaml";

  @Get
  @Produces("application/yaml")
  HttpResponse<String> description() {
    return HttpResponse.ok(OpenApiController.text(RESOURCE))
        .contentType(MediaType.of("application/yaml"));
  }
}
