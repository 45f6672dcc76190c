package io.onefold.schema;

import java.net.URI;
import java.util.Optional;

/**
 * Where a registry is asked.
 *
 * @param base without credentials and without a trailing slash; may be shown
 * @param authorization the header of that name; never shown
 */
record RegistryAddress(URI base, Optional<String> authorization) {
  URI at(String path) {
    return URI.create(base + path);
  }

  /** Without the credentials. */
  @Override
  public String toString() {
    return base.toString();
  }
}
