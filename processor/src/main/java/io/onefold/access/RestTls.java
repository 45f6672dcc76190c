package io.onefold.access;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * TLS of the REST interface.
 *
 * @param certificate PEM file with the certificate and its chain
 * @param key PEM file with its private key, not encrypted
 * @param ca PEM file with the certificates that sign the other instances' ones; empty: what the
 *     Java runtime trusts
 * @param lookEvery time between two looks whether certificate and key were replaced
 */
public record RestTls(Path certificate, Path key, Optional<Path> ca, Duration lookEvery) {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(10);

  /** TLS whose files are looked at every ten seconds. */
  public RestTls(Path certificate, Path key, Optional<Path> ca) {
    this(certificate, key, ca, LOOK_EVERY);
  }
}
