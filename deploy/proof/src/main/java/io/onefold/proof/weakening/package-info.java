/**
 * The proof of the proof: each rule of the protocol is dropped once, by changing real source text,
 * and the simulation must notice.
 *
 * <p>The production code knows nothing of it. A weakening is a file in {@code
 * deploy/proof/weakenings} that says which text of which source becomes what; the changed source is
 * compiled in memory and put in front of the real classes.
 */
@NullMarked
package io.onefold.proof.weakening;

import org.jspecify.annotations.NullMarked;
