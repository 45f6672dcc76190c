/**
 * Avro records to core types and back: the only package that knows both.
 *
 * <p>Reading refuses what the core could not decide on, with an {@link UnreadableRecordException}
 * that names the field; writing never fails for a valid core value.
 */
@NullMarked
package io.onefold.codec;

import org.jspecify.annotations.NullMarked;
