/**
 * The crash matrix: real processes of the real commands are killed, frozen and cut off at named
 * points, and what became of every operation is judged.
 *
 * <p>Named points are method boundaries in the running code. Nothing of that code knows of them: a
 * prepared copy of the classes concerned is given to each process at its start (see {@link
 * io.onefold.crash.agent}), and {@link io.onefold.crash.Points} is the one table of all of them.
 */
@NullMarked
package io.onefold.crash;

import org.jspecify.annotations.NullMarked;
