package io.onefold.destination;

import java.util.Optional;

/**
 * Trust and identity of TLS connections to a destination. All three are absolute paths of PEM files
 * on the worker's machine.
 *
 * @param ca certificates that sign the destination's; they alone are then trusted. Empty: what the
 *     Java runtime trusts
 * @param certificate the client certificate with its chain; empty: none
 * @param key its private key, PKCS #8; there exactly if {@code certificate} is
 */
public record Tls(Optional<String> ca, Optional<String> certificate, Optional<String> key) {}
