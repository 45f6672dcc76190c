/**
 * The promises of the README as classes that watch a run and judge it.
 *
 * <p>They know the public records and what a destination stored, and nothing of the code that keeps
 * the promises: simulation, crash matrix and case suite put the same judge beside very different
 * runs.
 */
@NullMarked
package io.onefold.guarantee;

import org.jspecify.annotations.NullMarked;
