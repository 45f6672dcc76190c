/**
 * The tour: a whole installation with an unreliable blog, on this machine. May import everything of
 * ours but the commands. Invariant: what it says about effects was counted at the blog.
 */
@NullMarked
package io.onefold.standalone.demo;

import org.jspecify.annotations.NullMarked;
