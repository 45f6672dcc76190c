package io.onefold.processor.rest;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The description of this interface. */
@Controller("/openapi.yaml")
final class OpenApiController {
  static final String RESOURCE = "/io/onefold/processor/openapi.yaml";

  @Get
  @Produces("application/yaml")
  HttpResponse<String> description() {
    return HttpResponse.ok(text(RESOURCE)).contentType(MediaType.of("application/yaml"));
  }

  static String text(String resource) {
    try (InputStream in = OpenApiController.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
