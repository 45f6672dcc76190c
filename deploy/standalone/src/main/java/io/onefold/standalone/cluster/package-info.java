/**
 * A Kafka cluster that somebody else runs: what a settings file may say to its clients, and what
 * each role must be allowed to do there.
 *
 * <p>May import every other package of ours but the commands. Invariants: no value of a setting is
 * ever printed, because it may be a secret; the access list names only what the code uses.
 */
@NullMarked
package io.onefold.standalone.cluster;

import org.jspecify.annotations.NullMarked;
