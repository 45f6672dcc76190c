package io.onefold.access;

import java.nio.file.Path;
import java.util.Optional;

/**
 * TLS of the REST interface.
 *
 * @param certificate PEM file with the certificate and its chain
 * @param key PEM file with its private key, not encrypted
 * @param ca PEM file with the certificates that sign the other instances' ones; empty: what the
 *     Java runtime trusts
 */
public record RestTls(Path certificate, Path key, Optional<Path> ca) {}
