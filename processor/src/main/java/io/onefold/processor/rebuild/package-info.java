/**
 * The state, receipts and escalations derived again from the log: to restore what was lost, and to
 * show that nothing but the log is needed. May import everything of the processor. Invariant:
 * memory does not grow with the number of operations; what is derived lies on disk.
 */
@NullMarked
package io.onefold.processor.rebuild;

import org.jspecify.annotations.NullMarked;
