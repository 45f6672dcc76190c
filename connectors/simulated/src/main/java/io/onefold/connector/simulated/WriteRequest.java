package io.onefold.connector.simulated;

import java.util.Optional;

/**
 * A write that the provider has fully read.
 *
 * @param operation the reference that the caller gave
 * @param path the address it went to; a key belongs to one address
 * @param body the bytes; not copied, must not be changed
 */
// A request is handed on, never compared.
@SuppressWarnings("ArrayRecordComponent")
public record WriteRequest(String operation, String path, Optional<String> key, byte[] body) {}
