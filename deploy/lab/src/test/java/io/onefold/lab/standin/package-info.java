/**
 * The presets of destinations that cannot be had, against stand-ins written after the documented
 * answers. Everything happens in memory: the connector is the real one, the wire is not.
 */
@NullMarked
package io.onefold.lab.standin;

import org.jspecify.annotations.NullMarked;
