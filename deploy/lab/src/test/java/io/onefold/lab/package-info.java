/**
 * The presets end to end: one Onefold, one real server after the other, faults in between.
 *
 * <p>Tests with the tag {@code lab} need the servers and run with the profile {@code lab}; those
 * against stand-ins need nothing.
 */
@NullMarked
package io.onefold.lab;

import org.jspecify.annotations.NullMarked;
