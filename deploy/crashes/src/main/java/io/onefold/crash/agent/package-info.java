/**
 * What runs inside the processes under attack: it replaces the classes that the harness has
 * prepared, tells the harness when an armed point is reached, and holds that thread until it may go
 * on. Uses nothing but the JDK.
 */
@NullMarked
package io.onefold.crash.agent;

import org.jspecify.annotations.NullMarked;
