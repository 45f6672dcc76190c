/**
 * Proxies on 127.0.0.1 that stand between a client and a real server and do what networks and
 * servers do on bad days.
 *
 * <p>May import {@code io.onefold.connector}, the JDK and Vert.x. Invariants: a request is
 * delivered as often as its fault says, and otherwise once; what was delivered, and what became of
 * it, stands in the log; no header and no body of a request is kept.
 */
@NullMarked
package io.onefold.faults;

import org.jspecify.annotations.NullMarked;
