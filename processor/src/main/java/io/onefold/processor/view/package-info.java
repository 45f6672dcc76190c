/**
 * The JSON that callers see. May import the core, the topology's stored records and the schemas.
 * Invariant: no payload bytes and no secrets; times are RFC 3339 in UTC.
 */
@NullMarked
package io.onefold.processor.view;

import org.jspecify.annotations.NullMarked;
