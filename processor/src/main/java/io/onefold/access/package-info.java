/**
 * Who may do what on the REST interface: the access file, tokens, issuers and limits. May import
 * {@code java..}, SnakeYAML and jose4j, and nothing of ours. Invariants: a credential is compared
 * in constant time and never logged; a caller has no role that the access file does not give it.
 */
@NullMarked
package io.onefold.access;

import org.jspecify.annotations.NullMarked;
