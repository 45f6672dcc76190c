/**
 * The commands that people type.
 *
 * <p>May import everything of ours. Invariants: answers go to standard output and everything else
 * to standard error; a command ends with one of {@link io.onefold.standalone.cli.ExitCode}; a
 * command that only calls REST loads neither Kafka nor an application context.
 */
@NullMarked
package io.onefold.standalone.cli;

import org.jspecify.annotations.NullMarked;
