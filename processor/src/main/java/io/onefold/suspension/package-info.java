/**
 * When a destination takes attempts: suspended after a refusal of the credentials, tested with one
 * operation, open again. Imports the core of operations, {@code java.*} and JSpecify, nothing else.
 *
 * <p>One partition, the home of the destination's name, decides; all others learn what it decided.
 * Everything here is pure.
 */
@NullMarked
package io.onefold.suspension;

import org.jspecify.annotations.NullMarked;
