package io.onefold.destination;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The JSON Schema of contract files, draft 2020-12. It lets editors complete keys and mark what is
 * wrong in form; {@link DestinationsFile} checks more, such as what must fit together.
 */
public final class DestinationsSchema {
  private static final String NAME = "destinations.schema.json";

  private DestinationsSchema() {}

  /** The schema as JSON, with a line end. */
  public static String text() {
    try (InputStream in = DestinationsSchema.class.getResourceAsStream(NAME)) {
      if (in == null) {
        throw new IllegalStateException(NAME + " is missing from this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
