/**
 * One request and how it ended, apart from who carries it: a network, or a simulation of one.
 *
 * <p>May import {@code io.onefold.connector} and the JDK. Invariant: a wire that says that a
 * request was not started has written no byte of it, and writes none later.
 */
@NullMarked
package io.onefold.connector.wire;

import org.jspecify.annotations.NullMarked;
