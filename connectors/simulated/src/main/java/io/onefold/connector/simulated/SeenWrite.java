package io.onefold.connector.simulated;

import java.time.Instant;
import java.util.Optional;

/**
 * The provider's note of one write that it has fully read.
 *
 * @param number of the operation, from 1
 * @param bodyHash SHA-256 of the bytes in hex: equal for equal bytes
 * @param itemId what it stored or will store; empty: nothing
 */
public record SeenWrite(
    String operation,
    int number,
    Instant at,
    Optional<String> key,
    String bodyHash,
    Optional<String> itemId) {}
