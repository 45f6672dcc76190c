/**
 * What makes receipts and the journal provable to third parties: the JSON form of receipts and
 * checkpoints, the bytes that are signed, Ed25519 keys, and the checks that need nothing but a
 * public key.
 *
 * <p>May import: {@code java.*}, the records of {@code io.onefold.schema}, Jackson and JSpecify.
 *
 * <p>Invariants: one receipt has one JSON form and that has one signed text, today and under every
 * later version: members that are absent or null are not signed, so a field that is added later
 * leaves old signatures valid. Nothing here asks a network.
 */
@NullMarked
package io.onefold.schema.signing;

import org.jspecify.annotations.NullMarked;
