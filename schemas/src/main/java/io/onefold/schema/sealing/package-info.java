/**
 * Payloads that only who holds a key can read: sealing, opening, and erasing by removing the key.
 *
 * <p>Each operation has a key of its own, which lies in the topic {@code payload-keys}, wrapped
 * under a key of the installation. Whoever removes it makes every sealed byte of that operation
 * unreadable, wherever it lies, and changes none of them: hashes and proofs stay.
 *
 * <p>Uses the platform's cryptography only: AES-256-GCM (NIST SP 800-38D) and HMAC-SHA-256.
 */
@NullMarked
package io.onefold.schema.sealing;

import org.jspecify.annotations.NullMarked;
