/** The command line of the proof. */
@NullMarked
package io.onefold.proof;

import org.jspecify.annotations.NullMarked;
