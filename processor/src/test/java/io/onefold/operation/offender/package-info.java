/** Breaks the rules of the core on purpose, to prove that ArchitectureTest sees it. */
@NullMarked
package io.onefold.operation.offender;

import org.jspecify.annotations.NullMarked;
